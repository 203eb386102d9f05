import { nextTurn } from '../base/index.ts';
import type { AtStaging, ImportKind, StagedRow } from '../imports/index.ts';
import type { Storage, Tx } from '../storage/index.ts';
import { writeAudit } from '../workspaces/index.ts';
import { findByExternalId, insertProduct, type ProductRow, patchProduct } from './change-products.ts';
import { type ImportFault, type ImportRow, readImport } from './import-file.ts';
import { type Mover, move, type StockCtx } from './movements.ts';

/** What a line of the file comes to. */
export interface PlannedRow extends ImportRow {
  readonly what: 'new' | 'changed' | 'same';
  /** On hand now, in thousandths; null for a new product. */
  readonly onHand: number | null;
}

export interface ImportOutcome {
  readonly rows: readonly PlannedRow[];
  readonly faults: readonly ImportFault[];
}

/** Lines between two turns of others: a millisecond. */
const STEP = 20;

type Known = Pick<ProductRow, 'name' | 'sku' | 'quantity'>;

function plan(row: ImportRow, known: Known | undefined): PlannedRow {
  if (known === undefined) return { ...row, what: 'new', onHand: null };
  const same =
    row.name === known.name &&
    (row.sku === null || row.sku === known.sku) &&
    (row.quantity === null || row.quantity === known.quantity);
  return { ...row, what: same ? 'same' : 'changed', onHand: known.quantity };
}

/** What importing the file would do, by line; nothing is written. */
export async function planImport(
  { storage, workspace }: Pick<StockCtx, 'storage' | 'workspace'>,
  text: string,
): Promise<ImportOutcome> {
  const { rows, faults } = await readImport(workspace.seq, text);
  return { rows: await planRows(storage, { workspace }, rows), faults };
}

async function planRows(
  storage: Storage,
  { workspace }: Pick<Mover, 'workspace'>,
  rows: readonly ImportRow[],
): Promise<PlannedRow[]> {
  const planned: PlannedRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % STEP === 0) await nextTurn(workspace.seq);
    planned.push(plan(row, findByExternalId({ db: storage.read }, workspace.seq, row.externalId)));
  }
  return planned;
}

/** Where a file stands that was to be taken in. */
type ProductImport = ImportOutcome & {
  /** The id under which it is worked off; undefined where a fault keeps all of it out. */
  readonly started: string | undefined;
};

/**
 * Has all lines of the file taken in or, with a fault in any of them, none: ids on the list are updated, what is on hand by one more
 * line of the ledger; the others are added. Once it is accepted it is completed, whatever happens.
 *
 * @param id made by the page that asks, so that asking twice imports once
 * @throws what `Staging.stage` throws
 */
export async function importProducts(
  { storage, staging, ...mover }: StockCtx & AtStaging,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<ProductImport> {
  const { rows, faults } = await readImport(mover.workspace.seq, text);
  const planned = await planRows(storage, mover, rows);
  if (faults.length > 0) return { rows: planned, faults, started: undefined };
  const { workspace, actor, requestId } = mover;
  const started = await staging.stage({
    id,
    kind: 'products',
    workspace,
    actor,
    requestId,
    options: '{}',
    rows: stagedRows(rows),
    total: rows.length,
  });
  return { rows: planned, faults, started };
}

/** As it waits in the file of the database. A newer version reads what an older one wrote: fields are only ever added. */
function* stagedRows(rows: readonly ImportRow[]): Generator<StagedRow> {
  for (const row of rows) yield { body: JSON.stringify(row), reserves: null };
}

function readStaged(body: string): ImportRow {
  const row: ImportRow = JSON.parse(body);
  return row;
}

/** What is done with the lines of an accepted file. */
export const PRODUCT_IMPORT: ImportKind = {
  takeIn: (tx, mover, body) => [importRow(tx, mover, readStaged(body)).what],
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
  const { externalId, name, sku, quantity } = row;
  if (known === undefined) {
    insertProduct(tx, mover, { externalId, name, sku, quantity: quantity ?? 0 }, 'import');
    return plan(row, known);
  }
  patchProduct(tx, known, { name, ...(sku === null ? {} : { sku }) });
  const delta = quantity === null ? 0 : quantity - known.quantity;
  if (delta !== 0) move(tx, mover, { id: tx.newId(), productSeq: known.seq, delta, kind: 'import' });
  return plan(row, known);
}
