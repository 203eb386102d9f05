import { getDeskInquiry, listStages } from '../../inquiries/index.ts';
import type { Reading } from '../desk/index.ts';
import type { InquiryAnswer } from './answers.ts';
import { shapeInquiry } from './shape.ts';

/**
 * Reads the page of an inquiry. A large message with many notes takes 10 to 25 ms, so another thread does it.
 */
export const readInquiry: Reading<string, (typeof InquiryAnswer)['static']> = {
  name: 'inquiry page',
  async read(ctx, id) {
    const stages = listStages(ctx.storage.read, ctx.workspace.seq);
    return { inquiry: shapeInquiry(getDeskInquiry(ctx, id)), stages };
  },
};
