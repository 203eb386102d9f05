import { t } from 'elysia';
import { anyObject, CLOSED, called, instantRead, success, uuidRead, whole } from '../wire.ts';

export const InquiryBody = t.Object(
  { payload: anyObject('Any fields with nested objects and arrays, kept as sent') },
  { ...CLOSED, ...called('CreateInquiryBody', 'What is asked of the shop') },
);

export const InquiryAnswer = success(
  t.Object(
    {
      id: uuidRead('Id of the inquiry'),
      version: whole('1 when made, and one more on each change of its stage or notes'),
      createdAt: instantRead('ISO 8601 in UTC with milliseconds'),
    },
    called('Inquiry', 'An inquiry that was taken in'),
  ),
);
