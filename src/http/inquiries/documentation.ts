import { describeOperation, KEY_SCHEMA } from '../documentation.ts';
import { MadeInquiry } from './model.ts';

export const documentedInquiry = describeOperation({
  operationId: 'createInquiry',
  tag: 'Inquiries',
  summary: 'Submit an inquiry',
  description:
    'Puts an inquiry on the first stage of the board. It works only where the server runs with `--environment dev`.\n\nThe payload is kept as sent. It has at most 262,144 bytes and 20 levels. A text has at most 16,384 characters, a key 256. An object has at most 256 keys, an array 1,000 items.',
  repeat:
    'the same `Idempotency-Key` with the same payload answers with the inquiry that was made before. Another payload under it is refused with `inquiry_key_conflict`. Without the header each call makes an inquiry of its own.',
  scope: 'svc:inquiries:create',
  answer: MadeInquiry,
  example: {
    request: { payload: { name: 'Анна', phone: '+79120000000', wishes: ['пионы', 'до 5000 ₽'] } },
    data: { id: '0199f0c4-1c30-7000-8b5d-6e7f8a9b0c1d', version: 1, createdAt: '2026-03-01T09:30:00.000Z' },
  },
  errors: ['inquiries_disabled', 'dev_environment_only', 'inquiry_key_conflict'],
  requestHeaders: {
    'Idempotency-Key': {
      description:
        'Your id of this inquiry: 1 to 255 printable ASCII characters, spaces inside included. Any form id or UUID will do',
      schema: KEY_SCHEMA,
    },
  },
  answerHeaders: { 'Idempotent-Replayed': '`true` where the inquiry had been made before. Nothing was done' },
});
