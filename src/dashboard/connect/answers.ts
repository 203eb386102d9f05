import { t } from 'elysia';
import type { KeyRefusal, Scope } from '../../keys/index.ts';
import { answers, Count, closed, Instant, list, nullable, Text, word } from '../desk/index.ts';

const Call = closed({
  requestId: Text,
  at: Instant,
  method: Text,
  route: nullable(Text),
  status: Count,
  code: Text,
  ms: t.Number(),
  keyName: nullable(Text),
  keyPrefix: nullable(Text),
  keyRefusal: nullable(word<KeyRefusal>()),
  missingScope: nullable(word<Scope>()),
  orderId: nullable(Text),
  orderNumber: nullable(Text),
  orderDeleted: t.Boolean(),
});
export const CallsAnswer = answers(closed({ calls: list(Call), next: nullable(Text) }));
