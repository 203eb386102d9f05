import type { MailRecord } from '../../mail/index.ts';
import { answers, Count, closed, Instant, list, nullable, Text, word } from '../desk/index.ts';

const Mail = closed({
  kind: Text,
  recipient: Text,
  subject: Text,
  text: Text,
  state: word<MailRecord['state']>(),
  attempts: Count,
  lastError: nullable(Text),
  createdAt: Instant,
});
export const MailsAnswer = answers(closed({ mails: list(Mail) }));
