import { describeOperation } from '../documentation.ts';
import { InquiryAnswer } from './model.ts';

export const documentedInquiry = describeOperation({
  operationId: 'createInquiry',
  tag: 'Inquiries',
  summary: 'Submit an inquiry',
  description:
    'One inquiry, placed on the first stage of the flow. The payload is kept as sent: at most 262144 bytes, 20 levels deep, texts of 16384 characters, keys of 256, objects of 256 keys, arrays of 1000 items. Available only where the server runs with `--environment dev`.',
  scope: 'svc:inquiries:create',
  answer: InquiryAnswer,
  example: {
    request: { payload: { name: 'Анна', phone: '+79120000000', wishes: ['пионы', 'до 5000 ₽'] } },
    data: { id: '0199f0c4-1c30-7000-8b5d-6e7f8a9b0c1d', version: 1, createdAt: '2026-03-01T09:30:00.000Z' },
  },
  errors: ['inquiries_disabled', 'dev_environment_only', 'inquiry_key_conflict'],
  hasBody: true,
  requestHeaders: {
    'Idempotency-Key': {
      description:
        '1 to 255 printable ASCII characters, spaces inside included; a repeat with the same payload finds the inquiry made before',
      schema: { minLength: 1, maxLength: 255, pattern: '^[!-~](?:[ -~]*[!-~])?$' },
    },
  },
  answerHeaders: { 'Idempotent-Replayed': 'true when the inquiry had been made before' },
});
