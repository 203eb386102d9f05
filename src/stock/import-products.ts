import {
  addIssue,
  auditImport,
  createValueNotes,
  type ImportedFile,
  type ImportKind,
  isPackSize,
  jsonRows,
  matchOf,
  type Reading,
  type Row,
  type RowChange,
  readTable,
  type SentTable,
  type ShownRow,
  type TakenIn,
  type ValueNotes,
} from '../imports/index.ts';
import { type Db, foldText, type Tx } from '../storage/index.ts';
import { barcodeTaken, findByAnyId, insertProduct, type ProductRow, patchProduct } from './change-products.ts';
import { findNamed } from './find-for-item.ts';
import { createRowReader, type ImportRow, PRODUCT_COLUMNS, type ProductField } from './import-file.ts';
import { type MovementAuthor, move, type StockCtx } from './movements.ts';
import { UNDO_OF_PRODUCTS, versionOf, writeBefore } from './undo-import.ts';

const OPTIONAL = ['externalId', 'sku', 'quantity', 'price', 'category', 'warnBelow', 'barcode'] as const;

interface MatchedProduct {
  readonly product: ProductRow;
  readonly by: 'id' | 'name';
}

/**
 * The product of a line. `several` if more than one product has the line's name; undefined if the line adds a product.
 */
type ProductMatch = MatchedProduct | 'several' | undefined;

/**
 * The maximum number of products that are compared with one line of the file. All of them have the line's name, apart
 * from case and spaces.
 */
const SPELLINGS_AT_MOST = 100;

/**
 * Finds the product with the line's id. If there is none, finds the product with the line's name, ignoring case. If the
 * line has an id, the search by name finds only products without an external id.
 */
function findListed(db: Db, workspaceSeq: number, { externalId, name }: ImportRow): ProductMatch {
  const own = externalId === null ? undefined : findByAnyId(db, workspaceSeq, externalId);
  if (own !== undefined) return { product: own, by: 'id' };
  const wanted = foldText(name);
  const [product, ...others] = findNamed(db, workspaceSeq, name, SPELLINGS_AT_MOST).filter(
    (one) => foldText(one.name) === wanted && (externalId === null || one.externalId === one.id),
  );
  if (others.length > 0) return 'several';
  return product && { product, by: 'name' };
}

/** Returns the product's new id; null if the id stays. A product found by id already has the line's id. */
const newIdOf = ({ externalId }: ImportRow, { by }: MatchedProduct): string | null => (by === 'id' ? null : externalId);

function changesOf(line: ImportRow, listed: MatchedProduct): readonly RowChange[] {
  const { product } = listed;
  const row = { ...line, externalId: newIdOf(line, listed) };
  const fields = OPTIONAL.filter((field) => row[field] !== null);
  return (['name', ...fields] as const).flatMap((field) => {
    const [from, to] = [product[field], row[field]];
    if (from === to) return [];
    return field === 'externalId'
      ? [{ field: 'id', from: from === product.id ? null : from, to }]
      : [{ field, from, to }];
  });
}

type Outcome = 'new' | 'changed' | 'same' | 'byName' | 'unclear';

function namesOf(row: ImportRow, listed: ProductMatch): readonly Outcome[] {
  if (listed === undefined) return ['new'];
  if (listed === 'several') return ['unclear'];
  const what = changesOf(row, listed).length === 0 ? 'same' : 'changed';
  return listed.by === 'name' ? [what, 'byName'] : [what];
}

const SHOWN_CHANGES = 200;

type FoundRows = ReturnType<typeof createFound>;
type FileReading = Pick<Reading<ProductField>, 'mapping' | 'problems' | 'dropped'>;

function createFound({ storage, workspace }: StockCtx, { mapping, problems, dropped }: FileReading) {
  const columnOf = (field: ProductField): number => mapping.indexOf(field);
  const rows: ImportRow[] = [];
  const shown: ShownRow[] = [];
  const counts = { new: 0, changed: 0, same: 0, byName: 0, unclear: 0 };
  const seen = new Map<number, number>();
  const addFound = (row: ImportRow, { line, cells }: Row, listed: MatchedProduct | undefined): void => {
    const { seq } = listed?.product ?? {};
    const earlier = seq === undefined ? undefined : seen.get(seq);
    if (earlier !== undefined) problems.add(line, null, 'id_again', row.name, String(earlier));
    if (seq !== undefined) seen.set(seq, line);
    const taken = barcodeTaken(storage.read, workspace.seq, { barcode: row.barcode, own: seq });
    if (taken !== undefined) addIssue(problems, taken, line, columnOf('barcode'));
    const changes = listed === undefined ? [] : changesOf(row, listed);
    const isSame = listed !== undefined && changes.length === 0;
    if (!isSame && shown.length < SHOWN_CHANGES) shown.push({ line, cells, known: listed?.by ?? null, changes });
  };
  return {
    rows,
    shown,
    counts,
    add(row: ImportRow, line: Row): void {
      const listed = findListed(storage.read, workspace.seq, row);
      rows.push(row);
      for (const name of namesOf(row, listed)) counts[name] += 1;
      if (listed === 'several') dropped.add(line.line, columnOf('name'), 'name_shared', row.name);
      else addFound(row, line, listed);
    },
  };
}

export async function openProductFile(ctx: StockCtx, sent: SentTable): Promise<ImportedFile> {
  const { workspace, actor, requestId } = ctx;
  let found: FoundRows | undefined;
  let notes: ValueNotes | undefined;
  const table = await readTable(ctx, {
    ...sent,
    kind: 'products',
    columns: PRODUCT_COLUMNS,
    read(reading) {
      const into = createFound(ctx, reading);
      notes = createValueNotes(reading.matches.filter(({ to }) => isPackSize(to)));
      const readRow = createRowReader(reading, notes);
      found = into;
      return {
        take(line) {
          const row = readRow(line);
          if (row !== undefined) into.add(row, line);
        },
      };
    },
  });
  const { rows, shown, counts } = found ?? createFound(ctx, table);
  const values = notes?.found() ?? [];
  return {
    table,
    preview: shown.length > 0 ? shown : table.preview,
    values,
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
        match: matchOf(table, values),
        rows: jsonRows(rows),
        total: rows.length,
      }),
  };
}

/**
 * Reads a row from the JSON in the database. A newer version of Docket must read rows of an older one, so fields may be
 * added but never changed.
 */
function readStaged(body: string): ImportRow {
  const row: ImportRow = { price: null, category: null, warnBelow: null, barcode: null, ...JSON.parse(body) };
  return row;
}

export const PRODUCT_IMPORT: ImportKind = {
  takeIn(tx, mover, body) {
    const row = readStaged(body);
    const listed = findListed(tx.db, mover.workspace.seq, row);
    return importRow(tx, mover, withFreeBarcode(tx, mover, row, listed), listed);
  },
  finish(tx, job, { new: added = 0, changed = 0 }) {
    tx.notify('stock', job.workspace.seq);
    if (added + changed > 0) auditImport(tx, job, 'product.imported', { added, changed });
  },
  undo: UNDO_OF_PRODUCTS,
};

/**
 * Removes the barcode from a row if another product got that barcode after the file was read. The other product keeps
 * it.
 */
function withFreeBarcode(tx: Tx, { workspace }: MovementAuthor, row: ImportRow, listed: ProductMatch): ImportRow {
  const own = listed === 'several' ? undefined : listed?.product.seq;
  const { barcode } = row;
  return barcodeTaken(tx.db, workspace.seq, { barcode, own }) === undefined ? row : { ...row, barcode: null };
}

function importRow(tx: Tx, mover: MovementAuthor, row: ImportRow, listed: ProductMatch): TakenIn {
  const names = namesOf(row, listed);
  const { line: _, name, quantity, externalId, ...others } = row;
  if (listed === undefined) {
    const made = insertProduct(
      tx,
      mover,
      { ...others, externalId: externalId ?? undefined, name, quantity: quantity ?? 0 },
      'import',
    );
    return { names, made: [{ seq: made.seq, version: versionOf(tx.db, made.seq), before: null }] };
  }
  if (listed === 'several' || names.includes('same')) return { names };
  const { product } = listed;
  const given = Object.entries({ ...others, externalId: newIdOf(row, listed) }).filter(([, value]) => value !== null);
  patchProduct(tx, product, { name, ...Object.fromEntries(given) });
  const delta = quantity === null ? 0 : quantity - product.quantity;
  if (delta !== 0) move(tx, mover, { id: tx.newId(), productSeq: product.seq, delta, kind: 'import' });
  const version = versionOf(tx.db, product.seq);
  return { names, made: [{ seq: product.seq, version, before: writeBefore(product, delta) }] };
}
