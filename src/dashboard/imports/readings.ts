import { nextTurn, toPieces, toRoubles } from '../../base/index.ts';
import { IMPORTED_CLIENTS, openClientFile } from '../../clients/index.ts';
import {
  type ImportedFile,
  type ImportKindName,
  MAX_COLUMNS,
  openSource,
  previewUndo,
  type Row,
  type RowChange,
  type ValueMatch,
} from '../../imports/index.ts';
import { IMPORTED_ORDERS, IMPORTED_PAYMENTS, openOrderFile, openPaymentFile } from '../../orders/index.ts';
import { IMPORTED_PRODUCTS, openProductFile } from '../../stock/index.ts';
import { type Reading, type ReadingCtx, shown } from '../desk/index.ts';
import { type ImportedFileAnswer, PreviewRow, ShownSum } from './answers.ts';

interface SentFile {
  readonly kind: ImportKindName;
  readonly file: string;
  readonly mapping: string | undefined;
  readonly head: number | undefined;
  readonly sheet: number | undefined;
  readonly values: readonly ValueMatch[];
}

const OPEN = { orders: openOrderFile, products: openProductFile, clients: openClientFile, payments: openPaymentFile };
const MADE = {
  orders: IMPORTED_ORDERS,
  products: IMPORTED_PRODUCTS,
  clients: IMPORTED_CLIENTS,
  payments: IMPORTED_PAYMENTS,
};
const CELL_CHARS = 200;

export async function lookAt(ctx: ReadingCtx, { kind, file: path, sheet, ...how }: SentFile) {
  const source = await openSource({ path, sheet }, () => nextTurn(ctx.workspace.seq));
  const file = await OPEN[kind](ctx, { source, ...how });
  return { file, looked: shapeFile(file) };
}

export const previewOfFile: Reading<SentFile, (typeof ImportedFileAnswer)['static']> = {
  name: 'preview of a file',
  async read(ctx, sent) {
    const { file, looked } = await lookAt(ctx, sent);
    return { ...looked, outcome: await file.plan(), started: null };
  },
};

export const previewOfUndo: Reading<{ readonly kind: ImportKindName; readonly id: string }, UndoPreview> = {
  name: 'preview of an undone import',
  read: async (ctx, { kind, id }) => previewUndo(ctx, { id, rows: MADE[kind] }),
};

type UndoPreview = Awaited<ReturnType<typeof previewUndo>>;

const shownRow = ({ line, cells }: Row) => ({
  line,
  cells: cells.slice(0, MAX_COLUMNS).map((cell) => cell.slice(0, CELL_CHARS)),
});

const UNITS: Readonly<Record<string, (kept: number) => number>> = {
  price: toRoubles,
  quantity: toPieces,
  warnBelow: toPieces,
  paid: toRoubles,
};

const shownChange = ({ field, from, to, isHeld = false }: RowChange) => {
  const shown = (kept: RowChange['from']) => (typeof kept === 'number' ? (UNITS[field]?.(kept) ?? kept) : kept);
  return { field, from: shown(from), to: shown(to), isHeld };
};

function shapeFile({ table, preview, records, values, choices, held, sums = [] }: ImportedFile) {
  const { problems, dropped, skipped, ...rest } = table;
  return {
    ...rest,
    skipped: skipped.map(shownRow),
    preview: preview.map(({ known, changes = [], ...row }) =>
      shown(PreviewRow, {
        ...shownRow(row),
        isNew: known === null,
        known: known ?? null,
        changes: changes.map(shownChange),
      }),
    ),
    records,
    values,
    choices,
    problems: problems.shown.toSorted((a, b) => a.line - b.line),
    problemCount: problems.count(),
    dropped: dropped.shown,
    droppedCount: dropped.count(),
    held: held?.shown ?? [],
    heldCount: held?.count() ?? 0,
    sums: sums.map((sum) => shown(ShownSum, sum)),
  };
}
