import type { KeyState, Scope } from '../../keys/index.ts';
import { answers, Count, closed, Instant, list, nullable, Text, word } from '../desk/index.ts';

const Key = closed({
  id: Text,
  name: Text,
  source: Text,
  scopes: list(word<Scope>()),
  prefix: Text,
  state: word<KeyState>(),
  callsInWeek: Count,
  createdAt: Instant,
  revokedAt: nullable(Instant),
  lastUsedAt: nullable(Instant),
});
export const KeysAnswer = answers(closed({ keys: list(Key) }));

/** A new API key. No later answer contains the key's secret. */
const made = { id: Text, key: Text, source: Text, scopes: list(word<Scope>()) };
export const MadeKey = answers(closed(made));
export const RotatedKey = answers(closed({ ...made, previousValidUntil: Instant }));
