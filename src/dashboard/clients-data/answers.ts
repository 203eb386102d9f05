import { t } from 'elysia';
import type { ForgettingStep } from '../../forgetting/index.ts';
import { answers, byName, Count, closed, Instant, list, nullable, Text, word } from '../desk/index.ts';

const Forgetting = closed({
  id: Text,
  begunAt: Instant,
  finishedAt: nullable(Instant),
  step: word<ForgettingStep>(),
  /** True if the deletion was repeated, because a restored backup had brought the client back. */
  again: t.Boolean(),
  counts: byName(Count),
});
export const ClientDataAnswer = answers(
  closed({
    forgettings: list(Forgetting),
    /** True if the database file is too large to be rewritten while it is in use. */
    large: t.Boolean(),
    /**
     * The number of older backups and copies of the database in the data folder. They are deleted when a client's data
     * is deleted. Null except in the first workspace.
     */
    copies: nullable(Count),
    /**
     * The second destination of backups, and how long they are kept there. Null if there is none, and in every
     * workspace but the first.
     */
    elsewhere: nullable(closed({ target: Text, keep: Count, keepDays: nullable(Count) })),
    endpoints: Count,
  }),
);
