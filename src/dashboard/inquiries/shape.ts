/**
 * This file shapes inquiries for the pages. Strangers write most texts of an inquiry, so a page must not trust them.
 */

import type { CardPage, DeskInquiry } from '../../inquiries/index.ts';
import { shown } from '../desk/index.ts';
import { Card, Inquiry } from './answers.ts';

export const shapePage = ({ cards, nextCursor }: CardPage) => ({
  cards: cards.map((card) => shown(Card, card)),
  nextCursor,
});

export const shapeInquiry = ({ inquiry, history, ...beside }: DeskInquiry) =>
  shown(Inquiry, {
    ...inquiry,
    ...beside,
    // The sender's text, byte for byte.
    payloadText: inquiry.payload,
    history: history.map((step) => ({ ...step, actorType: step.actor.type })),
  });
