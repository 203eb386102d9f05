import { nextTurn } from '../../base/index.ts';
import { type ImportedFile, MAX_COLUMNS, openSource, type Row, type ValueMatch } from '../../imports/index.ts';
import { openOrderFile, previewUndo } from '../../orders/index.ts';
import { openProductFile } from '../../stock/index.ts';
import { type Reading, type ReadingCtx, shown } from '../desk/index.ts';
import { type ImportedFileAnswer, PreviewRow } from './answers.ts';

/** A file that was sent, and how it is to be read. */
interface SentFile {
  readonly kind: 'orders' | 'products';
  /** Where it lies. */
  readonly file: string;
  readonly mapping: string | undefined;
  readonly head: number | undefined;
  readonly sheet: number | undefined;
  readonly values: readonly ValueMatch[];
}

const OPEN = { orders: openOrderFile, products: openProductFile };
const CELL_CHARS = 200;

/** Reads a file. @returns what it says, and what the page shows of it */
export async function lookAt(ctx: ReadingCtx, { kind, file: path, sheet, ...how }: SentFile) {
  const source = await openSource({ path, sheet }, () => nextTurn(ctx.workspace.seq));
  const file = await OPEN[kind](ctx, { source, ...how });
  return { file, looked: shapeFile(file) };
}

/** Previews the effects of importing a file. */
export const previewOfFile: Reading<SentFile, (typeof ImportedFileAnswer)['static']> = {
  name: 'preview of a file',
  async read(ctx, sent) {
    const { file, looked } = await lookAt(ctx, sent);
    return { ...looked, outcome: await file.plan(), started: null };
  },
};

/** Counts a large import's orders, which takes longer than others should wait. */
export const previewOfUndo: Reading<string, ReturnType<typeof previewUndo>> = {
  name: 'preview of an undone import',
  read: async (ctx, id) => previewUndo(ctx, id),
};

const shownRow = ({ line, cells }: Row) => ({
  line,
  cells: cells.slice(0, MAX_COLUMNS).map((cell) => cell.slice(0, CELL_CHARS)),
});

/** The parts of a file that the page shows; long cells are cut. */
function shapeFile({ table, preview, records, values, choices }: ImportedFile) {
  const { problems, dropped, skipped, ...rest } = table;
  return {
    ...rest,
    skipped: skipped.map(shownRow),
    preview: preview.map(({ change = null, ...row }) => shown(PreviewRow, { ...shownRow(row), change })),
    records,
    values,
    choices,
    problems: problems.shown.toSorted((a, b) => a.line - b.line),
    problemCount: problems.count(),
    dropped: dropped.shown,
    droppedCount: dropped.count(),
  };
}
