import { t } from 'elysia';
import { anyObject, CLOSED, success } from '../wire.ts';

export const InquiryBody = t.Object(
  { payload: anyObject('Free-form fields with nested objects and arrays, kept as sent') },
  CLOSED,
);

export const InquiryAnswer = success(t.Object({ id: t.String(), version: t.Integer(), createdAt: t.String() }));
