/**
 * Inquiries: free-form payloads on the stages of a flow, each with its history and the order made from it. Must never:
 * change a byte of a payload except to empty it, or treat anything in it as more than text.
 */
export { addNote } from './add-note.ts';
export { createInquiry } from './create-inquiry.ts';
export * from './desk/index.ts';
export { type InquiryRefusal, whyOff } from './feature.ts';
export { findMentionedInquiries, isEmptied, removalOf } from './forget-inquiry.ts';
export { countByStage } from './inquiry-sums.ts';
export { findInquiryOf, makeOrder } from './make-order.ts';
export { moveInquiry } from './move-inquiry.ts';
export { readInquiriesOverview } from './overview.ts';
export { PAYLOAD_BOUNDS } from './payload-bounds.ts';
export { finishRemovals, removeStage } from './remove-stage.ts';
export { readCardSettings, saveCardSettings } from './settings.ts';
export { listStages } from './stages.ts';
