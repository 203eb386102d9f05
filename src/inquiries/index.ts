/**
 * Inquiries: free-form payloads on the stages of a flow, what was done with each, and the order made from it.
 * Must never: change a byte of a payload, or take anything in it for more than text.
 */
export { addNote } from './add-note.ts';
export { type CreatedInquiry, createInquiry, type Inquiry } from './create-inquiry.ts';
export {
  type Board,
  type BoardStage,
  type CardPage,
  countUntouched,
  type DeskInquiry,
  getDeskInquiry,
  type InquiryCard,
  type InquiryStep,
  listCards,
  listSeenPaths,
  readBoard,
  type SeenPath,
  titlesOf,
} from './desk/index.ts';
export { type InquiriesOff, whyOff } from './feature.ts';
export { countByStage } from './inquiry-sums.ts';
export { addStage, orderStages, removeStage, type StagePatch, updateStage } from './keep-stages.ts';
export { findInquiryOf, makeOrder, type OrderOfInquiry } from './make-order.ts';
export { type Moved, type MoveInquiry, moveInquiry } from './move-inquiry.ts';
export { type InquiriesOverview, readInquiriesOverview, type StageOverview } from './overview.ts';
export { PAYLOAD_BOUNDS } from './payload-bounds.ts';
export { type CardSettings, readCardSettings, saveCardSettings } from './settings.ts';
export { listStages, type Stage, TONES, type Tone } from './stages.ts';
