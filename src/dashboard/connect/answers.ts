import { t } from 'elysia';
import type { KeyRefusal, Scope } from '../../keys/index.ts';
import { nullable } from '../../web/index.ts';
import { answers, Count, closed, Instant, list, MaybeText, Text, word } from '../desk/index.ts';

/** Answers to the page of API calls. */

export const Call = closed({
  requestId: Text,
  at: Instant,
  method: Text,
  route: MaybeText,
  status: Count,
  code: Text,
  ms: t.Number(),
  keyName: MaybeText,
  keyPrefix: MaybeText,
  keyRefusal: nullable(word<KeyRefusal>()),
  missingScope: nullable(word<Scope>()),
  orderId: MaybeText,
  orderNumber: MaybeText,
  orderDeleted: t.Boolean(),
});
export const CallsAnswer = answers(closed({ calls: list(Call), next: MaybeText }));
