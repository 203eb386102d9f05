import { getDeskInquiry, listStages } from '../../inquiries/index.ts';
import { type Reading, shown } from '../desk/index.ts';
import { InquiryAnswer } from './answers.ts';

/**
 * Reads the page of an inquiry. A large message with many notes takes 10 to 25 ms, so another thread does it. Strangers
 * write most texts of an inquiry, so a page must not trust them.
 */
export const readInquiry: Reading<string, (typeof InquiryAnswer)['static']> = {
  name: 'inquiry page',
  async read(ctx, id) {
    const stages = listStages(ctx.storage.read, ctx.workspace.seq);
    const { inquiry, history, ...beside } = getDeskInquiry(ctx, id);
    return shown(InquiryAnswer.data, {
      inquiry: {
        ...inquiry,
        ...beside,
        // The sender's text, byte for byte.
        payloadText: inquiry.payload,
        history: history.map((step) => ({ ...step, actorType: step.actor.type })),
      },
      stages,
    });
  },
};
