import { t } from 'elysia';
import type { ImportDesk, ImportKindName } from '../../imports/index.ts';
import { nullable } from '../../web/index.ts';
import { answers, byName, Count, closed, Instant, list, MaybeInstant, MaybeText, Text, word } from '../desk/index.ts';

/** What the pages of imports are answered. */

type Trouble = NonNullable<ReturnType<ImportDesk['trouble']>>;

/** An import under way, or over. */
export const ShownImport = closed({
  id: Text,
  kind: word<ImportKindName>(),
  isDone: t.Boolean(),
  total: Count,
  done: Count,
  /** How many rows came to what. */
  counts: byName(Count),
  by: MaybeText,
  createdAt: Instant,
  finishedAt: MaybeInstant,
  trouble: nullable(word<Trouble>()),
});
export const ImportAnswer = answers(ShownImport);
export const ImportsAnswer = answers(closed({ imports: list(ShownImport) }));
