import type { Database } from 'bun:sqlite';
import { isJsonObject, type JsonObject, type JsonValue, parseStored, scalarText } from '../../base/index.ts';

/** What an order is found by. */
export interface Searchable {
  readonly num: string;
  readonly client?: JsonObject | null | undefined;
  readonly recipient?: JsonObject | null | undefined;
  readonly delivery?: JsonObject | null | undefined;
  readonly products: readonly { readonly name: string }[];
}

/** Between the parts, so that no match reaches from one into the next; no word that is looked for can hold it. */
const SEPARATOR = '\n';
/** Longer names are cut: the text stands in an index. */
const PART_CHARS = 100;
/** The items' names together; those that come after are not found by. */
const ITEMS_CHARS = 1_000;

const WHITE = /[\s\0]+/gu;

/**
 * Brings a text to the form in which it is sought and found: small letters, ё as е, any white space as one blank. NUL
 * counts as white space, for an index would end the text at it.
 */
export const foldText = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').replaceAll(WHITE, ' ').trim();

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Number, names and phone digits of an order, its address and its items, one below the other: the column orders.search_text. */
export function searchText({ num, client, recipient, delivery, products }: Searchable): string {
  const people = [...personParts(client), ...personParts(recipient)];
  const parts = [foldText(num), ...people, partOf(delivery?.['adress']), ...itemParts(products)];
  return [...new Set(parts)].filter((part) => part !== '').join(SEPARATOR);
}

const partOf = (value: JsonValue | undefined): string => foldText(scalarText(value) ?? '').slice(0, PART_CHARS);

function itemParts(products: Searchable['products']): string[] {
  const parts: string[] = [];
  let left = ITEMS_CHARS;
  for (const { name } of products) {
    if (left <= 0) break;
    const part = partOf(name).slice(0, left);
    parts.push(part);
    left -= part.length;
  }
  return parts;
}

function personParts(person: JsonObject | null | undefined): string[] {
  if (person === null || person === undefined) return [];
  const phone = digitsOf(scalarText(person['phone']) ?? '');
  return [partOf(person['name']), phone.slice(0, PART_CHARS)];
}

interface StoredOrder {
  readonly seq: number;
  readonly num: string;
  readonly client: string | null;
  readonly recipient: string | null;
  readonly delivery: string | null;
  readonly products: string;
}

const FILL_ROWS = 1_000;

/** For rows that were stored before the column was: SQLite's own lower() knows no letter beyond ASCII. */
export const fillSearchText = (client: Database): void => fillTexts(client, 'TRUE');

/** For rows that were stored before the text held as much as now; an order that was erased has none, and keeps none. */
export const refillSearchText = (client: Database): void => fillTexts(client, "search_text <> ''");

function fillTexts(client: Database, where: string): void {
  const next = client.query<StoredOrder, [number, number]>(
    `SELECT seq, num, client, recipient, delivery, products FROM orders WHERE seq > ? AND ${where} ORDER BY seq LIMIT ?`,
  );
  const update = client.query('UPDATE orders SET search_text = ? WHERE seq = ?');
  let rows: StoredOrder[] = [];
  do {
    rows = next.all(rows.at(-1)?.seq ?? 0, FILL_ROWS);
    for (const row of rows) update.run(searchText(storedSearchable(row)), row.seq);
  } while (rows.length === FILL_ROWS);
}

/** What an order is found by, out of its columns. */
export const storedSearchable = ({
  num,
  client,
  recipient,
  delivery,
  products,
}: Omit<StoredOrder, 'seq'>): Searchable => ({
  num,
  client: objectOf(client),
  recipient: objectOf(recipient),
  delivery: objectOf(delivery),
  products: parseStored<Searchable['products']>(products),
});

function objectOf(json: string | null): JsonObject | null {
  const value: JsonValue = json === null ? null : parseStored<JsonValue>(json);
  return isJsonObject(value) ? value : null;
}
