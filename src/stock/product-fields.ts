import { fitsChars, type Issue, MAX_THOUSANDTHS, readAmount } from '../base/index.ts';
import { foldText } from '../storage/index.ts';

/**
 * Returns the text by which a product is found. The name is first, because lists are sorted by this text. An id that
 * Docket created is left out: nobody types it, and parts of it would match by chance.
 */
export const productSearchText = (product: {
  readonly id: string;
  readonly name: string;
  readonly sku: string | null;
  readonly externalId: string;
  readonly category: string | null;
  readonly barcode: string | null;
}): string => {
  const { id, name, sku, externalId, category, barcode } = product;
  const texts = [name, sku ?? '', externalId === id ? '' : externalId, category ?? ''];
  return (barcode === null ? texts : [...texts, barcode]).map(foldText).join('\n');
};

/**
 * The maximum number of characters of a short text. Texts of an order's items have the same limit (contract, section
 * 3).
 */
const SHORT_CHARS = 500;
const REASON_CHARS = 200;
const BARCODE_CHARS = 100;

/**
 * Normalizes a barcode. Removes the spaces that labels print between the digits. Also removes the leading 0 of a UPC-A
 * that is written as an EAN-13.
 */
export const readBarcode = (text: string): string => text.replaceAll(/\s/g, '').replace(/^0(?=\d{12}$)/, '');

function checkLine(path: string, text: string, max: number, issues: Issue[]): void {
  if (fitsChars(text, max) && !/\p{Cc}/u.test(text) && text.isWellFormed()) return;
  issues.push({ path, rule: 'line_at_most', most: max });
}

function checkFilled(path: string, text: string, max: number, issues: Issue[]): void {
  if (text.trim() === '') issues.push({ path, rule: 'empty' });
  else checkLine(path, text, max, issues);
}

export interface ProductFields {
  /** The shop's own id. It is kept byte for byte, because orders are matched by it. */
  readonly externalId?: string | undefined;
  readonly name?: string | undefined;
  readonly sku?: string | null | undefined;
  /** The price of one unit in kopecks. */
  readonly price?: number | null | undefined;
  readonly category?: string | null | undefined;
  /** The warning level in thousandths: the list warns if less is on hand. */
  readonly warnBelow?: number | null | undefined;
  readonly barcode?: string | null | undefined;
}

export function checkProduct({ externalId, name, sku, category, barcode }: ProductFields, issues: Issue[]): void {
  if (externalId !== undefined) checkFilled('id', externalId, SHORT_CHARS, issues);
  if (name !== undefined) checkFilled('name', name, SHORT_CHARS, issues);
  if (sku !== undefined && sku !== null) checkLine('sku', sku, SHORT_CHARS, issues);
  if (category !== undefined && category !== null) checkLine('category', category, SHORT_CHARS, issues);
  if (barcode !== undefined && barcode !== null) checkLine('barcode', barcode, BARCODE_CHARS, issues);
}

/**
 * Converts the fields that a form sends to the values that the database stores. The form sends the price in roubles and
 * the warning level in pieces. A blank category becomes null.
 */
export function readSent<T extends ProductFields>(sent: T, issues: Issue[]): T & ProductFields {
  const { price, category, warnBelow, barcode } = sent;
  return {
    ...sent,
    price: typeof price === 'number' ? readAmount('price', price, issues) : price,
    category: typeof category === 'string' ? category.trim() || null : category,
    warnBelow: typeof warnBelow === 'number' ? readWarning('warnBelow', warnBelow, issues) : warnBelow,
    barcode: typeof barcode === 'string' ? readBarcode(barcode) || null : barcode,
  };
}

export const checkReason = (reason: string, issues: Issue[]): void =>
  checkFilled('reason', reason, REASON_CHARS, issues);

/**
 * Converts a quantity on hand, which may be below zero, to thousandths. An invalid quantity adds an issue and becomes
 * 0.
 */
export function readOnHand(path: string, pieces: number, issues: Issue[]): number {
  const thousandths = Math.round(pieces * 1000);
  if (Math.abs(thousandths) <= MAX_THOUSANDTHS && Math.abs(pieces - thousandths / 1000) < 1e-6) return thousandths + 0;
  issues.push({ path, rule: 'on_hand' });
  return 0;
}

/** Converts a warning level to thousandths. An invalid level adds an issue and becomes 0. */
export function readWarning(path: string, pieces: number, issues: Issue[]): number {
  if (pieces >= 0) return readOnHand(path, pieces, issues);
  issues.push({ path, rule: 'pieces_negative' });
  return 0;
}
