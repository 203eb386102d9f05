/**
 * The board of inquiries, and one inquiry.
 * May know: stages, and orders by their number. Must never: take anything in a payload for more than text.
 */

export const loadInquiriesPage = async () => (await import('./inquiries-page.tsx')).InquiriesPage;
export const loadInquiryPage = async () => (await import('./inquiry-page.tsx')).InquiryPage;
