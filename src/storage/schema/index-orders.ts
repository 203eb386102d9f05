import type { Database } from 'bun:sqlite';

/**
 * The text of the index of searches (order_search in migrations/0051_baseline.sql). Trigrams of letters are rare enough; of digits there are a
 * thousand, and of many orders each has thousands. So every longer run of digits stands in it once more, in characters that stand for
 * three digits each: a trigram of these is five digits.
 */

/** Fewer are looked for as they are. */
const LONG_RUN = /\d{5,}/g;
const DIGITS_OF_CHARACTER = 3;
/** A thousand characters that nobody writes, of the private use area. */
const FIRST_CHARACTER = 0xe0_00;
const GRAM = 3;
const NUL = '\0';
const ROWS_AT_ONCE = 10_000;

const packed = (digits: string): string =>
  Array.from({ length: digits.length - DIGITS_OF_CHARACTER + 1 }, (_, at) =>
    String.fromCharCode(FIRST_CHARACTER + Number(digits.slice(at, at + DIGITS_OF_CHARACTER))),
  ).join('');

/** What the index holds of orders.search_text. */
export const indexText = (text: string): string => [text, ...(text.match(LONG_RUN) ?? []).map(packed)].join('\n');

/** Trigrams that stand in the index of each text that holds this one: the rarest there are; none where it is too short. */
export function trigramsOf(term: string): string[] {
  const runs = (term.match(LONG_RUN) ?? []).map(packed);
  const grams = (runs.length === 0 ? [term] : runs).flatMap((run) => {
    const points = Array.from(run);
    return points.slice(GRAM - 1).map((_, at) => points.slice(at, at + GRAM).join(''));
  });
  return [...new Set(grams)];
}

/** A text between quotes is a string to FTS5, and nothing in it an operator. */
const quoted = (gram: string): string => `"${gram.replaceAll('"', '""')}"`;

/** What an index of searches is asked for texts that hold all of these trigrams. */
export const holdingAll = (grams: readonly string[]): string => grams.map(quoted).join(' AND ');

/** Statement that writes down which orders stand in the index. @param upTo seq of the last of them */
export const markIndexed = (upTo: number): string =>
  `UPDATE order_search_state SET seq = ${upTo}, in_order = in_order AND NOT EXISTS (
      SELECT 1 FROM (
        SELECT created_at, lag(created_at) OVER (ORDER BY seq) AS before FROM orders
        WHERE seq >= coalesce((SELECT max(o.seq) FROM orders o WHERE o.seq <= order_search_state.seq), 0) AND seq <= ${upTo}
      ) WHERE created_at < before)`;

interface Row {
  readonly seq: number;
  readonly text: string;
}

/** Indexes all orders of a database anew. A text with a NUL, at which FTS5 would end it, is brought to the form that it has now. */
export function indexAllOrders(client: Database): void {
  const odd = client.query<Row, []>(
    'SELECT seq, search_text AS text FROM orders WHERE instr(search_text, char(0)) > 0',
  );
  const mend = client.query('UPDATE orders SET search_text = ? WHERE seq = ?');
  for (const { seq, text } of odd.all()) mend.run(text.replaceAll(NUL, ' '), seq);
  client.run("INSERT INTO order_search (order_search) VALUES ('delete-all')");
  client.run('UPDATE order_search_state SET seq = 0, in_order = 1');
  mergeBy(client, { automerge: 4, crisismerge: 16 });
  client.run(markIndexed(indexRows(client, 'orders', 'order_search')));
  mergeBy(client, { automerge: 0, crisismerge: 1_999 });
}

/** How FTS5 merges by itself what goes in: as it always does while all goes in at once, and never beside other work. */
function mergeBy(client: Database, settings: Readonly<Record<'automerge' | 'crisismerge', number>>): void {
  for (const [name, value] of Object.entries(settings))
    client.run(`INSERT INTO order_search (order_search, rank) VALUES ('${name}', ${value})`);
}

/** Indexes all products of a database. */
export function indexAllProducts(client: Database): void {
  indexRows(client, 'products', 'product_search');
}

/** @returns seq of the last row; 0 where there is none */
function indexRows(client: Database, table: string, index: string): number {
  const next = client.query<Row, [number, number]>(
    `SELECT seq, search_text AS text FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  const insert = client.prepare(`INSERT INTO ${index} (rowid, text) VALUES (?, ?)`);
  let [rows, last]: [Row[], number] = [[], 0];
  do {
    rows = next.all(last, ROWS_AT_ONCE);
    for (const { seq, text } of rows) insert.run(seq, indexText(text));
    last = rows.at(-1)?.seq ?? last;
  } while (rows.length === ROWS_AT_ONCE);
  return last;
}
