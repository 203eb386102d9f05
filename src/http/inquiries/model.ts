import { t } from 'elysia';
import { anyObject, CLOSED, success } from '../wire.ts';

export const InquiryBody = t.Object(
  { payload: anyObject('Any fields with nested objects and arrays, kept as sent') },
  CLOSED,
);

export const InquiryAnswer = success(
  t.Object({
    id: t.String({ description: 'Id of the inquiry, a UUID' }),
    version: t.Integer({ description: '1 when made, and one more on each change of its stage or notes' }),
    createdAt: t.String({ description: 'ISO 8601 in UTC with milliseconds' }),
  }),
);
