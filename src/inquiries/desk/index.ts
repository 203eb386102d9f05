/**
 * Reads inquiries for people: the board with its cards, one inquiry with its latest history, and the payload fields
 * that a card can show. May use: inquiries, their stages and the order made from one. Must never: change an inquiry, or
 * treat its payload as anything but text.
 */
export { countUntouched, readBoard } from './board.ts';
export { listCards, titlesOf } from './cards.ts';
export { getDeskInquiry, type InquiryStep } from './desk-inquiry.ts';
export { listSeenPaths } from './seen-paths.ts';
