/**
 * The board of inquiries, one inquiry, and the settings of its stages and cards.
 * May know: stages, and orders by their number. Must never: take anything in a payload for more than text.
 */

export const loadInquiriesPage = async () => (await import('./inquiries-page.tsx')).InquiriesPage;
export const loadInquiryPage = async () => (await import('./inquiry-page.tsx')).InquiryPage;
export const loadInquirySettingsPage = async () => (await import('./settings-page.tsx')).InquirySettingsPage;
