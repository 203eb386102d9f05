import {
  type ImportedFile,
  type ImportKind,
  matchOf,
  readTable,
  type SentTable,
  type ShownRow,
  type StagedRow,
} from '../imports/index.ts';
import type { Tx } from '../storage/index.ts';
import { writeAudit } from '../workspaces/index.ts';
import { findByExternalId, insertProduct, type ProductRow, patchProduct } from './change-products.ts';
import { createRowReader, type ImportRow, PRODUCT_COLUMNS } from './import-file.ts';
import { type Mover, move, type StockCtx } from './movements.ts';

/** The outcome of one line of the file. */
interface PlannedRow extends ImportRow {
  readonly what: 'new' | 'changed' | 'same';
  /** On hand now, in thousandths; null for a new product. */
  readonly onHand: number | null;
}

/** Columns whose empty cells change nothing. */
const OPTIONAL = ['sku', 'quantity', 'price', 'category', 'warnBelow'] as const;
type Known = Pick<ProductRow, 'name' | (typeof OPTIONAL)[number]>;

function plan(row: ImportRow, known: Known | undefined): PlannedRow {
  if (known === undefined) return { ...row, what: 'new', onHand: null };
  const same = row.name === known.name && OPTIONAL.every((field) => row[field] === null || row[field] === known[field]);
  return { ...row, what: same ? 'same' : 'changed', onHand: known.quantity };
}

/** Rows of a preview; the counts beside them are of all. */
const SHOWN_CHANGES = 200;

/** Reads a table of products: ids on the list are updated, the others are added. */
export async function openProductFile(ctx: StockCtx, sent: SentTable): Promise<ImportedFile> {
  const { storage, workspace, actor, requestId } = ctx;
  const rows: ImportRow[] = [];
  const changes: ShownRow[] = [];
  const counts = { new: 0, changed: 0, same: 0 };
  const table = await readTable(ctx, {
    ...sent,
    kind: 'products',
    columns: PRODUCT_COLUMNS,
    read(reading) {
      const readRow = createRowReader(reading);
      return {
        take({ line, cells }) {
          const row = readRow({ line, cells });
          if (row === undefined) return;
          const { what, onHand } = plan(row, findByExternalId({ db: storage.read }, workspace.seq, row.externalId));
          rows.push(row);
          counts[what] += 1;
          if (what === 'same' || changes.length >= SHOWN_CHANGES) return;
          changes.push({ line, cells, change: { from: onHand, to: row.quantity ?? onHand ?? 0 } });
        },
      };
    },
  });
  return {
    table,
    preview: changes.length > 0 ? changes : table.preview,
    values: [],
    choices: {},
    records: rows.length,
    plan: async () => counts,
    begin: ({ staging, id }) =>
      staging.stage({
        id,
        kind: 'products',
        workspace,
        actor,
        requestId,
        options: '{}',
        match: matchOf(table),
        rows: stagedRows(rows),
        total: rows.length,
      }),
  };
}

/** The rows as they wait in the database. A newer version reads rows of an older one: fields are only ever added. */
function* stagedRows(rows: readonly ImportRow[]): Generator<StagedRow> {
  for (const row of rows) yield { body: JSON.stringify(row), reserves: null };
}

function readStaged(body: string): ImportRow {
  const row: ImportRow = { price: null, category: null, warnBelow: null, ...JSON.parse(body) };
  return row;
}

/** The import of products: the work on the lines of an accepted file. */
export const PRODUCT_IMPORT: ImportKind = {
  takeIn: (tx, mover, body) => ({ names: [importRow(tx, mover, readStaged(body)).what] }),
  finish(tx, { workspace, actor, requestId }, { new: added = 0, changed = 0 }) {
    tx.notify('stock', workspace.seq);
    if (added + changed === 0) return;
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      requestId,
      action: 'product.imported',
      subject: workspace.id,
      changes: { added: { from: 0, to: added }, changed: { from: 0, to: changed } },
    });
  },
};

function importRow(tx: Tx, mover: Mover, row: ImportRow): PlannedRow {
  const known = findByExternalId(tx, mover.workspace.seq, row.externalId);
  const { line: _, name, quantity, ...others } = row;
  if (known === undefined) {
    insertProduct(tx, mover, { ...others, name, quantity: quantity ?? 0 }, 'import');
    return plan(row, known);
  }
  const given = Object.entries(others).filter(([, value]) => value !== null);
  patchProduct(tx, known, { name, ...Object.fromEntries(given) });
  const delta = quantity === null ? 0 : quantity - known.quantity;
  if (delta !== 0) move(tx, mover, { id: tx.newId(), productSeq: known.seq, delta, kind: 'import' });
  return plan(row, known);
}
