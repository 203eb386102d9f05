import { t } from 'elysia';
import { anyObject, called, closed, each, instantRead, uuidRead, whole } from '../wire.ts';

const BESIDE_PAYLOAD = {
  ...each(['name', 'phone', 'email', 'comment', 'message'], 'it belongs in payload'),
  idempotencyKey: 'send it as the header Idempotency-Key',
};

export const InquiryBody = t.Object(
  { payload: anyObject('Any fields with nested objects and arrays, kept as sent') },
  { ...closed(BESIDE_PAYLOAD), ...called('CreateInquiryBody', 'What is asked of the shop') },
);

export const MadeInquiry = t.Object(
  {
    id: uuidRead('Id of the inquiry'),
    version: whole('1 when made, and one more on each change of its stage or notes'),
    createdAt: instantRead('ISO 8601 in UTC with milliseconds'),
  },
  called('Inquiry', 'An inquiry that was taken in'),
);
