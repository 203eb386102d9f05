import type { Database } from 'bun:sqlite';
import { isJsonObject, type JsonObject, type JsonValue, parseStored, scalarText } from '../../base/index.ts';

/** What an order is found by. */
export interface Searchable {
  readonly num: string;
  readonly client: JsonObject | null | undefined;
  readonly recipient: JsonObject | null | undefined;
}

/** Between the parts, so that no match reaches from one into the next; no word that is looked for can hold it. */
const SEPARATOR = '\n';
/** Longer names are cut: the text stands in an index. */
const PART_CHARS = 100;

const WHITE = /[\s\0]+/gu;

/** Small letters, ё as е, any white space (and NUL, at which an index would end the text) as one blank: what is sought and what it is sought in are brought to the same form. */
export const foldText = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').replaceAll(WHITE, ' ').trim();

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Number, names and phone digits of an order, one below the other: the column orders.search_text. */
export function searchText({ num, client, recipient }: Searchable): string {
  const parts = [foldText(num), ...personParts(client), ...personParts(recipient)];
  return [...new Set(parts)].filter((part) => part !== '').join(SEPARATOR);
}

function personParts(person: JsonObject | null | undefined): string[] {
  if (person === null || person === undefined) return [];
  const name = foldText(scalarText(person['name']) ?? '');
  const phone = digitsOf(scalarText(person['phone']) ?? '');
  return [name.slice(0, PART_CHARS), phone.slice(0, PART_CHARS)];
}

interface StoredOrder {
  readonly seq: number;
  readonly num: string;
  readonly client: string | null;
  readonly recipient: string | null;
}

const FILL_ROWS = 1_000;

/** For rows that were stored before the column was: SQLite's own lower() knows no letter beyond ASCII. */
export function fillSearchText(client: Database): void {
  const next = client.query<StoredOrder, [number, number]>(
    'SELECT seq, num, client, recipient FROM orders WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const update = client.query('UPDATE orders SET search_text = ? WHERE seq = ?');
  let rows: StoredOrder[] = [];
  do {
    rows = next.all(rows.at(-1)?.seq ?? 0, FILL_ROWS);
    for (const row of rows) {
      const order = { num: row.num, client: personOf(row.client), recipient: personOf(row.recipient) };
      update.run(searchText(order), row.seq);
    }
  } while (rows.length === FILL_ROWS);
}

function personOf(json: string | null): JsonObject | null {
  const value: JsonValue = json === null ? null : parseStored<JsonValue>(json);
  return isJsonObject(value) ? value : null;
}
