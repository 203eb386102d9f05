import { t } from 'elysia';
import type { ImportDesk, ImportKindName, Problem, Table, TableSource } from '../../imports/index.ts';
import { answers, byName, Count, closed, given, Instant, list, nullable, Roubles, Text, word } from '../desk/index.ts';

type Trouble = NonNullable<ReturnType<ImportDesk['trouble']>>;

export const ShownImport = closed({
  id: Text,
  kind: word<ImportKindName>(),
  isDone: t.Boolean(),
  total: Count,
  done: Count,
  counts: byName(Count),
  by: nullable(Text),
  createdAt: Instant,
  trouble: nullable(word<Trouble>()),
  mayUndo: t.Boolean(),
  undo: nullable(closed({ isDone: t.Boolean(), counts: byName(Count) })),
});
export const ImportAnswer = answers(ShownImport);
/** The effects of undoing an import. `keptRows` lists the first few of the rows that stay. */
export const UndoPreviewAnswer = answers(
  closed({ deleted: Count, reverted: Count, kept: Count, keptRows: list(closed({ id: Text, name: Text })) }),
);
export const ImportsAnswer = answers(closed({ imports: list(ShownImport) }));

const FileRow = { line: Count, cells: list(Text) };
const Kept = nullable(t.Union([Text, t.Number()]));
/**
 * A row of the preview. Amounts are in roubles, and quantities are in pieces. `known` is the field that identified the
 * existing record. `isHeld` marks a change that is made only at the person's request.
 */
export const PreviewRow = closed({
  ...FileRow,
  isNew: t.Boolean(),
  known: nullable(Text),
  changes: list(closed({ field: Text, from: Kept, to: Kept, isHeld: t.Boolean() })),
});

export const ShownSum = closed({ method: Text, payments: Count, paid: Roubles, refunds: Count, refunded: Roubles });

/** `outcome` is null except after a preview. `started` is null except after the start of an import. */
export const ImportedFileAnswer = answers(
  closed({
    separator: Text,
    encoding: word<TableSource['encoding']>(),
    sheets: list(Text),
    sheet: Count,
    head: Count,
    headings: list(Text),
    mapping: list(nullable(Text)),
    missing: list(Text),
    rows: Count,
    maxRows: Count,
    skipped: list(closed(FileRow)),
    records: Count,
    refused: nullable(word<NonNullable<Table['refused']>>()),
    preview: list(PreviewRow),
    problems: list(given<Problem>()),
    problemCount: Count,
    dropped: list(given<Problem>()),
    droppedCount: Count,
    /** Rows that are imported only at the person's request. */
    held: list(given<Problem>()),
    heldCount: Count,
    sums: list(ShownSum),
    /**
     * The file's values that the shop does not know. `to` is the shop's value that takes the place of the file's value;
     * null if there is none yet.
     */
    values: list(closed({ field: Text, text: Text, rows: Count, to: nullable(Text) })),
    choices: byName(list(closed({ id: Text, name: Text }))),
    outcome: nullable(byName(Count)),
    started: nullable(ShownImport),
  }),
);
