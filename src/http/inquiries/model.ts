import { t } from 'elysia';
import { anyObject, called, closed, instantRead, uuidRead, whole } from '../wire.ts';

const IN_PAYLOAD = 'it belongs in payload';
/** Names that forms put next to the payload. */
const BESIDE_PAYLOAD = {
  name: IN_PAYLOAD,
  phone: IN_PAYLOAD,
  email: IN_PAYLOAD,
  comment: IN_PAYLOAD,
  message: IN_PAYLOAD,
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
