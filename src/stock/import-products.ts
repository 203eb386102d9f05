import { giveWay } from '../base/index.ts';
import type { Storage, Tx } from '../storage/index.ts';
import { writeAudit } from '../workspaces/index.ts';
import { findByExternalId, insertProduct, type ProductRow, patchProduct } from './change-products.ts';
import { type ImportFault, type ImportRow, readImport } from './import-file.ts';
import { type Mover, move } from './movements.ts';

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

/** Lines between two turns of others: some 10 ms. */
const STEP = 200;

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
  storage: Storage,
  { workspace }: Pick<Mover, 'workspace'>,
  text: string,
): Promise<ImportOutcome> {
  const { rows, faults } = await readImport(text);
  const planned: PlannedRow[] = [];
  for (let at = 0; at < rows.length; at += STEP) {
    const db = storage.read;
    const part = rows.slice(at, at + STEP);
    planned.push(...part.map((row) => plan(row, findByExternalId({ db }, workspace.seq, row.externalId))));
    await giveWay();
  }
  return { rows: planned, faults };
}

/**
 * All lines of the file or, with a fault in any of them, none: ids on the list are updated, what is on hand by one more line
 * of the ledger; the others are added.
 */
export async function importProducts(storage: Storage, mover: Mover, text: string): Promise<ImportOutcome> {
  const { rows, faults } = await readImport(text);
  if (faults.length > 0) return planImport(storage, mover, text);
  return storage.writeInSteps(function* (tx) {
    const done: PlannedRow[] = [];
    for (const [at, row] of rows.entries()) {
      if (at % STEP === STEP - 1) yield;
      done.push(importRow(tx, mover, row));
    }
    const of = (what: PlannedRow['what']): number => done.filter((row) => row.what === what).length;
    if (of('new') + of('changed') > 0) {
      writeAudit(tx, {
        ...{ workspaceSeq: mover.workspace.seq, actor: mover.actor, requestId: mover.requestId },
        ...{ action: 'product.imported', subject: mover.workspace.id },
        changes: { added: { from: 0, to: of('new') }, changed: { from: 0, to: of('changed') } },
      });
      tx.notify('stock', mover.workspace.seq);
    }
    return { rows: done, faults: [] };
  });
}

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
