import { t } from 'elysia';
import type { Actor, Changes } from '../../workspaces/index.ts';
import { answers, closed, given, Instant, list, nullable, Text, word } from '../desk/index.ts';

const Row = closed({
  at: Instant,
  actorType: word<Actor['type']>(),
  actorName: nullable(Text),
  requestId: nullable(Text),
  action: Text,
  subject: Text,
  /** True if the subject is the actor, such as a person who changed their own account. */
  isOwn: t.Boolean(),
  subjectName: nullable(Text),
  orderNum: nullable(Text),
  changes: given<Changes | null>(),
});
export const HistoryAnswer = answers(
  closed({ rows: list(Row), nextCursor: nullable(Text), statuses: list(closed({ id: Text, name: Text })) }),
);

const Who = closed({ who: Text, name: Text });
export const ActorsAnswer = answers(closed({ people: list(Who), keys: list(Who) }));
