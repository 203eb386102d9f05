import { t } from 'elysia';
import type { ForgettingStep } from '../../forgetting/index.ts';
import { answers, byName, Count, closed, Instant, list, MaybeCount, MaybeInstant, Text, word } from '../desk/index.ts';

export const Forgetting = closed({
  id: Text,
  begunAt: Instant,
  finishedAt: MaybeInstant,
  step: word<ForgettingStep>(),
  /** True if a restore had brought the client back. */
  again: t.Boolean(),
  counts: byName(Count),
});
export const ClientDataAnswer = answers(
  closed({
    forgettings: list(Forgetting),
    /** True if the file is too large to be written again while it is served. */
    large: t.Boolean(),
    /** Backups and copies in the data folder that make way for a new backup; null: another shop's matter. */
    copies: MaybeCount,
    /** The further place of backups and their time there; null: none, or another shop's matter. */
    elsewhere: t.Union([closed({ target: Text, keep: Count, keepDays: MaybeCount }), t.Null()]),
    endpoints: Count,
  }),
);
export const ForgettingAnswer = answers(closed({ id: Text }));
