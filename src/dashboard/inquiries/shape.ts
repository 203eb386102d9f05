import { toIso } from '../../base/index.ts';
import type { CardPage, DeskInquiry, InquiryCard } from '../../inquiries/index.ts';

/** From the store's milliseconds to what the pages show; the rest of an inquiry is its sender's text. */

const shapeCard = ({ createdAt, updatedAt, ...card }: InquiryCard) => ({
  ...card,
  createdAt: toIso(createdAt),
  updatedAt: toIso(updatedAt),
});

export const shapePage = ({ cards, nextCursor }: CardPage) => ({ cards: cards.map(shapeCard), nextCursor });

/** All that the page of one inquiry shows. */
export function shapeInquiry({ inquiry, card, message, order, history }: DeskInquiry) {
  const { id, version, source, idempotencyKey, stageId, payload, createdAt, updatedAt } = inquiry;
  return {
    id,
    version,
    source,
    idempotencyKey,
    stageId,
    card,
    message,
    order,
    /** As its sender wrote it, byte for byte. */
    payloadText: payload,
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    history: history.map(({ actor, at, ...step }) => ({ ...step, actorType: actor.type, at: toIso(at) })),
  };
}
