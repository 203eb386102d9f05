/**
 * The board of inquiries, and the page of one inquiry.
 * May know: stages, and orders by their number. Must never: treat anything in a payload as more than text.
 */

export const loadInquiriesPage = async () => (await import('./inquiries-page.tsx')).InquiriesPage;
export const loadInquiryPage = async () => (await import('./inquiry-page.tsx')).InquiryPage;
