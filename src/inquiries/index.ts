/**
 * Inquiries: free-form payloads on the stages of a flow.
 * Must never: interpret a payload, or change a byte of it.
 */
export { type CreatedInquiry, createInquiry, type Inquiry } from './create-inquiry.ts';
export { type InquiriesOverview, readInquiriesOverview, type StageOverview } from './overview.ts';
export { PAYLOAD_BOUNDS } from './payload-bounds.ts';
