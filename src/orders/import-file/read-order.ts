import {
  HOUR_MS,
  type Issue,
  lineAmount,
  type Steps,
  startOfDay,
  toIso,
  toPieces,
  toRoubles,
} from '../../base/index.ts';
import {
  addIssue,
  type Cells,
  cellsOf,
  inPieces,
  PIECE,
  pricePerPiece,
  type Reading,
  type Row,
  readDay,
  readExact,
  readPhone,
  readPieces,
  readSum,
  readTime,
  splitItems,
  splitSlot,
  splitUnit,
  unitOf,
} from '../../imports/index.ts';
import { checkKey } from '../checks.ts';
import { type CreateOrderInput, checkDraft } from '../draft.ts';
import type { NewRefund } from '../insert-order.ts';
import type { ImportedOrder } from '../staged-order.ts';
import { FIELDS_OF_FILE, type Field, placeOf } from './columns.ts';
import { CELL_MONEY, readMoneyCell } from './money-cell.ts';
import type { OrderValues, Reader } from './values.ts';

export interface Group {
  readonly rows: readonly Row[];
  /**
   * True if the rows of the order differ in a field that must be the same in all rows. Such an order is not imported.
   */
  readonly hasDiffering: boolean;
  readonly repeatKey: string;
  readonly fingerprint: Uint8Array;
  readonly id: string | undefined;
}

export interface OrderReading extends Reading<Field> {
  readonly ctx: Reader;
  readonly values: OrderValues;
}

/** Fields that may differ between the rows of one order. */
const OF_ITEMS: ReadonlySet<Field> = new Set(['items', 'itemName', 'quantity', 'unit', 'price', 'listPrice', 'sku']);

type OrderCells = Cells<Field>;

/** Reads an order in steps of one row. A single step for an order of a hundred rows would delay all other requests. */
export function* readOrder(reading: OrderReading, group: Group): Steps<ImportedOrder | undefined> {
  const { ctx, mapping, problems } = reading;
  const before = problems.count();
  const [first] = group.rows;
  if (first === undefined) return undefined;
  const read = yield* inputOf(reading, group.rows, cellsOf(reading, first));
  if (read === undefined || group.hasDiffering || problems.count() > before) return undefined;
  const issues: Issue[] = [];
  const { repeatKey, fingerprint, id } = group;
  const { refunds, ...input } = read;
  checkKey('key', repeatKey, issues);
  if (typeof input.num === 'string') checkKey('num', input.num, issues);
  const order = { repeatKey, fingerprint, id, refunds, draft: checkDraft(ctx, input, issues) };
  const lines = group.rows.map(({ line }) => line);
  for (const issue of issues) addIssue(problems, issue, ...placeOf(issue, lines, mapping));
  if (issues.length > 0) return undefined;
  checkSums(order, cellsOf(reading, first));
  if (problems.count() > before) return undefined;
  return order.draft.payments.length === 0 && dropPayment(cellsOf(reading, first)) ? { ...order, unpaid: true } : order;
}

function dropPayment({ text, drop }: OrderCells): boolean {
  const said = (['paidAt', 'paymentMethod'] as const).filter((field) => text(field) !== '');
  for (const field of said) drop(field, 'unpaid');
  return said.length > 0;
}

/**
 * Reports each field in which a further row differs from the order's first row; true if any differs. Empty cells and
 * the fields of items are not compared.
 */
export function compareRows({ mapping, problems }: Reading<Field>, first: Row, row: Row): boolean {
  const before = problems.count();
  for (const [column, field] of mapping.entries()) {
    if (field === null || OF_ITEMS.has(field)) continue;
    const value = row.cells[column]?.trim() ?? '';
    if (value === '' || value === first.cells[column]?.trim()) continue;
    problems.add(row.line, column, 'row_differs', value, String(first.line));
  }
  return problems.count() > before;
}

function* inputOf(
  reading: OrderReading,
  rows: readonly Row[],
  cells: OrderCells,
): Steps<(CreateOrderInput & Money) | undefined> {
  const { text } = cells;
  const date = cells.read('date', readDay);
  if (date === null) cells.wrong('date', 'missing');
  const slot = text('timeEnd') === '' ? splitSlot(text('timeStart')) : undefined;
  const timeStart = cells.read('timeStart', () => readTime(slot?.[0] ?? text('timeStart')));
  const timeEnd =
    slot === undefined ? cells.read('timeEnd', readTime) : cells.read('timeStart', () => readTime(slot[1]));
  const sums = { total: cells.read('total', readSum), products: cells.read('productsSum', readSum) };
  const delivery = cells.read('deliveryPrice', readSum) ?? deliveryOf(cells, sums);
  const products = yield* productsOf(reading, rows, sumOfItems(sums, delivery));
  // All values are looked up before anything is refused, so that the page shows all unknown values together.
  const money = moneyOf(reading, cells, typeof date === 'string' ? date : null);
  const statusId = statusOf(reading, cells);
  const num = cells.read('num', readExact);
  cells.read('key', readExact);
  const phones = { client: cells.read('clientPhone', readPhone), recipient: cells.read('recipientPhone', readPhone) };
  if (typeof date !== 'string' || products === undefined || num === undefined || statusId === undefined)
    return undefined;
  return {
    num,
    // The offset is not Z, because `readOrderDay` would convert a day with Z to the workspace's time zone.
    date: `${date}T00:00:00+00:00`,
    timeStart,
    timeEnd,
    statusId,
    products,
    ...textsOf(cells, ''),
    client: person(text('clientName'), phones.client, text('clientEmail')),
    recipient: person(text('recipientName'), phones.recipient),
    delivery: given({
      ...textsOf(cells, 'delivery.'),
      price: delivery === null || delivery === undefined ? null : toRoubles(delivery),
    }),
    additional: given(textsOf(cells, 'additional.')),
    ...money,
  };
}

/** Returns null for an empty cell, and undefined for a status without a match. Such a status is reported only once. */
function statusOf({ values }: OrderReading, { text, wrong }: OrderCells): string | null | undefined {
  if (text('status') === '') return null;
  const { id, isNew } = values.status(text('status'));
  if (id === undefined && isNew) wrong('status', 'unknown_status');
  return id;
}

interface Money extends Pick<CreateOrderInput, 'payments'> {
  readonly refunds: readonly NewRefund[];
}

function moneyOf(reading: OrderReading, cells: OrderCells, orderDay: string | null): Money {
  const { text } = cells;
  const paid = cells.read('paid', readSum);
  const paidOn = cells.read('paidAt', readDay);
  if (text('payments') !== '') return allMoneyOf(reading, cells, paid);
  if (typeof paid !== 'number' || paid === 0) return { payments: null, refunds: [] };
  const paymentMethod = reading.values.paymentMethod(text('paymentMethod')) || null;
  const day = paidOn === null ? (reading.values.undated() ?? orderDay) : paidOn;
  return { payments: [{ amount: toRoubles(paid), paidAt: noonOf(day, reading.ctx), paymentMethod }], refunds: [] };
}

/**
 * Reads the `payments` cell, which lists all payments and refunds of an order. Each refund belongs to the payment
 * before it.
 */
function allMoneyOf({ ctx, values }: OrderReading, { text, wrong }: OrderCells, paid: Sum): Money {
  const money = readMoneyCell(text('payments'), ctx.workspace.timeZone);
  const isFull = money !== undefined && money.length > CELL_MONEY;
  if (money === undefined) wrong('payments', 'bad_payments');
  if (isFull) wrong('payments', 'many_payments', String(CELL_MONEY));
  const payments: NonNullable<CreateOrderInput['payments']>[number][] = [];
  const refunds: NewRefund[] = [];
  let [sum, left, least] = [0, 0, 0];
  for (const { at, amount, method: said } of money ?? []) {
    const method = values.paymentMethod(said) || null;
    if (amount < 0) refunds.push({ of: payments.length - 1, at, amount: -amount, method });
    else payments.push({ amount: toRoubles(amount), paidAt: toIso(at), paymentMethod: method });
    sum += amount;
    left = amount < 0 ? left + amount : amount;
    least = Math.min(least, left);
  }
  if (!isFull && (least < 0 || (money !== undefined && typeof paid === 'number' && sum !== paid)))
    wrong('payments', 'paid_differs', toRoubles(sum).toFixed(2));
  return { payments, refunds };
}

/**
 * Returns noon of a payment's day in the shop's time zone. A payment without a day of its own has the day of its order,
 * which may be in the future. So the result is never later than now.
 */
function noonOf(day: string | null | undefined, { workspace: { timeZone }, nowMs = Number.POSITIVE_INFINITY }: Reader) {
  return typeof day === 'string' ? toIso(Math.min(startOfDay(day, timeZone) + 12 * HOUR_MS, nowMs)) : null;
}

type Sum = number | null | undefined;

interface Sums {
  readonly total: Sum;
  readonly products: Sum;
}

/** Computes a delivery price that the file does not state, as the total minus the sum of the products. */
function deliveryOf({ text }: OrderCells, { total, products }: Sums): Sum {
  if (text('deliveryPrice') !== '' || typeof total !== 'number' || typeof products !== 'number') return null;
  return total > products ? total - products : null;
}

function sumOfItems({ total, products }: Sums, delivery: Sum): Sum {
  // An invalid sum was already reported at its cell.
  if (total === undefined || products === undefined) return undefined;
  if (typeof products === 'number') return products;
  return typeof total === 'number' ? total - (delivery ?? 0) : null;
}

type Product = CreateOrderInput['products'][number];

function* productsOf(reading: OrderReading, rows: readonly Row[], sum: Sum): Steps<Product[] | undefined> {
  const right: Product[] = [];
  for (const row of rows) {
    const product = productOf(reading, cellsOf(reading, row), rows.length === 1 ? sum : null);
    if (product !== undefined) right.push(product);
    yield;
  }
  return right.length === rows.length ? right : undefined;
}

/** Reads the item of a row. @param sum the sum of an order's only item, which replaces a missing price */
function productOf({ values }: OrderReading, cells: OrderCells, sum: Sum): Product | undefined {
  const { text, wrong } = cells;
  const listed = text('itemName') === '' ? splitItems(text('items')) : undefined;
  if (listed?.hasMore === true) return wrong('items', 'several_items');
  const name = listed?.name ?? text('itemName');
  // All cells are checked, so that a person can correct the file in one pass.
  if (name === '') wrong(cells.has('itemName') ? 'itemName' : 'items', 'missing');
  const written = listed?.quantity ?? '';
  const size = written === '' ? packIn(values, cells) : PIECE;
  const packs = written === '' ? quantityIn(cells) : cells.read('items', () => readPieces(written));
  const price = cells.read('price', readSum);
  const listPrice = cells.read('listPrice', readSum);
  const sku = cells.read('sku', readExact);
  if (packs === undefined || price === undefined || sum === undefined || listPrice === undefined) return undefined;
  if (name === '' || sku === undefined) return undefined;
  const counted = countOf(cells, { packs: packs ?? PIECE, size, price, sum });
  return (
    counted && {
      name,
      ...counted,
      ...(sku === null ? {} : { sku }),
      ...(listPrice === null ? {} : { listPrice: toRoubles(pricePerPiece(listPrice, size)) }),
    }
  );
}

interface Packs {
  readonly packs: number;
  readonly size: number;
  /** The price of a pack. */
  readonly price: number | null;
  readonly sum: number | null;
}

/**
 * Computes the quantity in pieces and the price of a piece. Their product must equal the sum in the file, to the
 * kopeck.
 */
function countOf(
  { wrong }: OrderCells,
  { packs, size, price, sum }: Packs,
): Pick<Product, 'quantity' | 'price'> | undefined {
  const thousandths = inPieces(packs, size);
  if (!Number.isSafeInteger(thousandths)) return wrong('quantity', 'too_precise');
  const bySum = sum === null ? null : Math.round((sum * PIECE) / thousandths);
  const kopecks = price === null ? bySum : pricePerPiece(price, size);
  if (kopecks === null || kopecks < 0) return wrong('price', 'missing');
  if (price === null && sum !== null && lineAmount(thousandths, kopecks) !== sum)
    return wrong('price', 'price_inexact');
  if (price !== null && inPieces(kopecks, size) !== price) return wrong('price', 'pack_price');
  return { quantity: toPieces(thousandths), price: toRoubles(kopecks) };
}

const quantityIn = (cells: OrderCells): number | null | undefined =>
  cells.read('quantity', (text) => readPieces(splitUnit(text)[0]));

/** A unit of unknown size is reported, and its quantity is imported as pieces. */
function packIn(values: OrderValues, { text, drop }: OrderCells): number {
  const unit = unitOf(text('quantity'), text('unit'));
  if (unit === '') return PIECE;
  const size = values.unit(unit);
  if (size === undefined) drop(unit === text('unit') ? 'unit' : 'quantity', 'unit');
  return size ?? PIECE;
}

function checkSums({ draft }: ImportedOrder, cells: OrderCells): void {
  const { price, productsAmount } = draft.columns;
  const total = cells.read('total', readSum);
  const products = cells.read('productsSum', readSum);
  if (typeof total === 'number' && total !== price) cells.wrong('total', 'total_differs', toRoubles(price).toFixed(2));
  if (typeof products === 'number' && products !== productsAmount) {
    cells.wrong('productsSum', 'total_differs', toRoubles(productsAmount).toFixed(2));
  }
}

const textsOf = ({ text }: OrderCells, part: string): Record<string, string | null> =>
  Object.fromEntries(
    FIELDS_OF_FILE.flatMap(({ field, path, isText }) => {
      const name = isText && path?.startsWith(part) ? path.slice(part.length) : '.';
      return name.includes('.') ? [] : [[name, text(field) || null]];
    }),
  );

const given = <T extends Record<string, string | number | null>>(fields: T) => {
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return known.length === 0 ? null : Object.fromEntries(known);
};

const person = (name: string, phone: string | null | undefined, email = '') =>
  given({ name: name || null, phone: phone ?? null, email: email || null });
