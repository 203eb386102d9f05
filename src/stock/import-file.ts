import { type Issue, plainText, readWrittenNumber } from '../base/index.ts';
import {
  addIssue,
  type Columns,
  type Fault,
  inPieces,
  isFault,
  PIECE,
  type ProblemCode,
  type Problems,
  packSize,
  pricePerPiece,
  type Reading,
  type Row,
  readExact,
  readSum,
  splitUnit,
  UNIT_HEADINGS,
  unitOf,
  type ValueNotes,
} from '../imports/index.ts';
import { foldText } from '../storage/index.ts';
import { checkProduct, readBarcode, readOnHand, readWarning } from './product-fields.ts';

export interface ImportRow {
  /** The number of the line in the file, starting with 1. */
  readonly line: number;
  /** The id in the file; null if the name identifies the product. */
  readonly externalId: string | null;
  readonly name: string;
  /** The SKU. Here and in the fields below, null leaves the product's value as it is. */
  readonly sku: string | null;
  /** The new quantity on hand, in thousandths. */
  readonly quantity: number | null;
  /** The price in kopecks. */
  readonly price: number | null;
  readonly category: string | null;
  /** The warning level in thousandths. */
  readonly warnBelow: number | null;
  readonly barcode: string | null;
}

const HEADINGS = {
  id: ['id', 'ид', 'код', 'код товара', 'product id'],
  name: ['name', 'product', 'item', 'название', 'наименование', 'товар', 'номенклатура'],
  sku: ['sku', 'article', 'артикул'],
  quantity: ['quantity', 'qty', 'on hand', 'stock', 'in stock', 'количество', 'кол-во', 'остаток', 'в наличии'],
  unit: UNIT_HEADINGS,
  price: ['price', 'цена', 'цена продажи', 'розничная цена'],
  category: ['category', 'group', 'категория', 'группа'],
  barcode: ['barcode', 'bar code', 'ean', 'gtin', 'upc', 'штрихкод', 'штрих-код', 'штрих код'],
  warnBelow: ['warn below', 'minimum', 'предупреждать ниже', 'минимум', 'неснижаемый остаток'],
} as const;
export type ProductField = keyof typeof HEADINGS;

/** `maxRows` exceeds the number of products in nearly every shop. */
export const PRODUCT_COLUMNS = {
  headings: HEADINGS,
  needed: [['name']],
  maxRows: 5_000,
} as const satisfies Columns<ProductField>;

type TextOf = (field: ProductField) => string;

function nameInexact(text: TextOf, name: (field: ProductField, code: ProblemCode) => void): void {
  for (const field of ['id', 'sku', 'barcode'] as const) {
    const exact = readExact(text(field));
    if (isFault(exact)) name(field, exact.fault);
  }
}

/**
 * @returns a function that finds the pack size of a cell's unit. A unit without a known size is reported once, and the
 * cell's number then counts pieces.
 */
function packsOf(text: TextOf, notes: ValueNotes, name: (field: ProductField) => void) {
  const sizes = new Map([['', PIECE]]);
  return (field: 'quantity' | 'warnBelow'): number => {
    const unit = unitOf(text(field), text('unit'));
    const known = sizes.get(unit);
    if (known !== undefined) return known;
    const size = packSize(notes, unit);
    if (size === undefined) name(splitUnit(text(field))[1] === '' ? 'unit' : field);
    sizes.set(unit, size ?? PIECE);
    return size ?? PIECE;
  };
}

export function createRowReader({ mapping, problems, dropped }: Reading<ProductField>, notes: ValueNotes) {
  const findAgain = createRepeats();
  return ({ line, cells }: Row): ImportRow | undefined => {
    const before = problems.count();
    const issues: Issue[] = [];
    const columnOf = (field: string): number => mapping.indexOf(field as ProductField);
    const text = (field: ProductField): string => plainText((cells[columnOf(field)] ?? '').trim());
    const externalId = text('id') || null;
    const optional = (field: ProductField): string | null => text(field) || null;
    const texts = { name: text('name'), sku: optional('sku'), category: optional('category') };
    const barcode = readBarcode(text('barcode')) || null;
    const row = { line, externalId, ...texts, barcode };
    checkProduct({ ...row, externalId: externalId ?? undefined }, issues);
    const name = (to: Problems, field: ProductField, code: ProblemCode): void =>
      to.add(line, columnOf(field), code, text(field));
    nameInexact(text, (field, code) => name(problems, field, code));
    const sizeOf = packsOf(text, notes, (field) => name(dropped, field, 'unit'));
    const quantity = readQuantityCell('quantity', text('quantity'), sizeOf('quantity'), readOnHand, issues);
    const warnBelow = readQuantityCell('warnBelow', text('warnBelow'), sizeOf('warnBelow'), readWarning, issues);
    const price = readPriceCell(text('price'), sizeOf('quantity'));
    if (isPriceFault(price)) name(problems, 'price', price.fault);
    for (const issue of issues) addIssue(problems, issue, line, columnOf(issue.path));
    for (const { field, line: first } of findAgain(row)) {
      problems.add(line, columnOf(field), 'id_again', text(field), String(first));
    }
    if (problems.count() > before || isPriceFault(price)) return undefined;
    return { ...row, quantity, price, warnBelow };
  };
}

type RowKeys = Pick<ImportRow, 'line' | 'externalId' | 'name' | 'barcode'>;

interface EarlierRow {
  readonly field: 'id' | 'name' | 'barcode';
  readonly line: number;
}

/**
 * @returns a function that finds an earlier row of the same product: by barcode, by id, or by name if at least one of
 * the two rows has no id
 */
function createRepeats() {
  const byId = new Map<string, number>();
  const byName = new Map<string, number>();
  const withoutId = new Map<string, number>();
  const byBarcode = new Map<string, number>();
  return ({ line, externalId, name: written, barcode }: RowKeys): EarlierRow[] => {
    const sameCode = barcode === null ? undefined : byBarcode.get(barcode);
    if (sameCode !== undefined) return [{ field: 'barcode', line: sameCode }];
    if (barcode !== null) byBarcode.set(barcode, line);
    const name = foldText(written);
    if (name === '') return [];
    const sameId = externalId === null ? undefined : byId.get(externalId);
    if (sameId !== undefined) return [{ field: 'id', line: sameId }];
    const sameName = (externalId === null ? byName : withoutId).get(name);
    if (sameName !== undefined) return [{ field: 'name', line: sameName }];
    byName.set(name, line);
    if (externalId === null) withoutId.set(name, line);
    else byId.set(externalId, line);
    return [];
  };
}

interface PriceFault {
  readonly fault: Fault['fault'] | 'pack_price';
}

const isPriceFault = (price: number | PriceFault | null): price is PriceFault =>
  typeof price === 'object' && price !== null;

/** Returns the price of a piece in kopecks, from the price of a pack. */
function readPriceCell(text: string, size: number): number | PriceFault | null {
  if (text === '') return null;
  const price = readSum(text);
  if (isFault(price)) return price;
  const piece = pricePerPiece(price, size);
  return inPieces(piece, size) === price ? piece : { fault: 'pack_price' };
}

/** Reads a cell as thousandths of a piece; adds an issue if it is invalid. @param text for example 1 200,5 */
function readQuantityCell(
  path: ProductField,
  text: string,
  size: number,
  read: typeof readOnHand,
  issues: Issue[],
): number | null {
  if (text === '') return null;
  const packs = readWrittenNumber(splitUnit(text)[0]);
  if (packs !== undefined) return read(path, inPieces(packs, size), issues);
  issues.push({ path, rule: 'on_hand' });
  return null;
}
