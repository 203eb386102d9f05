/**
 * Finds values that Docket never writes: impossible times, unknown kinds, broken JSON. Somebody must have changed the
 * file by hand. SQLite accepts such a value, but a page that reads it fails.
 */

import type { Database } from 'bun:sqlite';
import { type Column, is } from 'drizzle-orm';
import { getTableConfig, SQLiteBoolean, SQLiteInteger, SQLiteTable, SQLiteText } from 'drizzle-orm/sqlite-core';
import * as schema from '../schema/index.ts';

const NAMED = 10;
const KEY_BYTES = 32;
const UUID_BYTES = 16;
/** From year 1 to year 9999, in milliseconds since the epoch. */
const TIMES = '-62135596800000 AND 253402300799999';
const NUMBERS = `${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`;
const TIME = /(?:^|_)(?:at|since|until)$/;

const JSON_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  audit_log: ['changes'],
  backups: ['counts'],
  day_closes: ['methods', 'not_by_name'],
  events: ['body'],
  forgettings: ['hashes', 'place', 'counts'],
  import_made: ['before'],
  import_rows: ['body'],
  import_undos: ['counts'],
  imports: ['options', 'counts', 'match'],
  inquiries: ['payload'],
  inquiry_history: ['changes'],
  money_days: ['sums'],
  order_history: ['changes'],
  orders: ['client', 'recipient', 'delivery', 'additional', 'products'],
  payments: ['provider_data', 'extra'],
};
/**
 * The columns with sums over many rows, or with differences between such sums. JavaScript may be unable to hold their
 * values exactly. `inspect` compares the stored sums of orders with the rows.
 */
const SUMS: Readonly<Record<string, readonly string[]>> = {
  day_closes: ['received', 'refunded', 'cash_received', 'cash_refunded'],
  item_days: ['pieces', 'amount'],
  order_days: ['revenue', 'paid', 'owed'],
  owed_closings: ['owed'],
  products: ['quantity'],
  stock_movements: ['delta', 'quantity_after'],
  stocktake_counts: ['expected'],
  stocktakes: ['surplus', 'shortage'],
};
const DAYS: Readonly<Record<string, readonly string[]>> = { day_closes: ['day'], orders: ['date'] };

interface Fault {
  readonly column: string;
  readonly isOdd: string;
  readonly words: string;
}

/** The allowed values of columns that Drizzle knows only as text. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  payment_status: ['unpaid', 'partial', 'paid', 'overpaid', 'refunded'],
};

const listed = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

function faultOf(table: string, column: Column): Omit<Fault, 'column'> | undefined {
  const { name } = column;
  const kinds = (is(column, SQLiteText) ? column.enumValues : undefined) ?? KINDS[name];
  if (kinds !== undefined) return { isOdd: `${name} NOT IN (${listed(kinds)})`, words: 'is no kind of Docket’s' };
  if (is(column, SQLiteBoolean)) return { isOdd: `${name} NOT IN (0, 1)`, words: 'is neither 0 nor 1' };
  if (is(column, SQLiteInteger)) {
    if (SUMS[table]?.includes(name)) return undefined;
    return TIME.test(name)
      ? { isOdd: `${name} NOT BETWEEN ${TIMES}`, words: 'is no time' }
      : { isOdd: `${name} NOT BETWEEN ${NUMBERS}`, words: 'is too large a number' };
  }
  if (JSON_COLUMNS[table]?.includes(name)) return { isOdd: `NOT json_valid(${name})`, words: 'is no JSON' };
  if (DAYS[table]?.includes(name)) return { isOdd: `date(${name}) IS NOT ${name}`, words: 'is no day' };
  if (name === 'cursor_key') return { isOdd: `octet_length(${name}) IS NOT ${KEY_BYTES}`, words: 'has a wrong length' };
  const isId = column.getSQLType() === 'blob' && name === 'id';
  return isId ? { isOdd: `octet_length(${name}) <> ${UUID_BYTES}`, words: 'has a wrong length' } : undefined;
}

interface TableChecks {
  readonly table: string;
  readonly row: string;
  readonly faults: readonly Fault[];
}

const describeChecks = (client: Database): readonly TableChecks[] =>
  Object.values(schema)
    .filter((value) => is(value, SQLiteTable))
    .map(getTableConfig)
    .map(({ name: table, columns }) => {
      const faults = columns.flatMap((column) => {
        const fault = faultOf(table, column);
        return fault === undefined ? [] : [{ column: column.name, ...fault }];
      });
      return { table, row: keyOf(client, table).join(" || ' / ' || "), faults };
    })
    .filter(({ faults }) => faults.length > 0);

const keyOf = (client: Database, table: string): string[] =>
  client
    .query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .all(table)
    .map(({ name }) => name);

/**
 * Checks the values in all tables; `pause` waits between two tables, so that a running server can restart its log.
 * @returns a line for each faulty row; the last line may count the omitted rows
 */
export function findOddValues(client: Database, pause: () => void): readonly string[] {
  const lines: string[] = [];
  let more = 0;
  for (const { table, row, faults } of describeChecks(client)) {
    const where = `FROM ${table} WHERE ${faults.map(({ isOdd }) => isOdd).join(' OR ')}`;
    const words = faults.map(({ column, isOdd, words }) => `iif(${isOdd}, ', ${column} ${words}', '')`).join(' || ');
    const found = client
      .query<{ row: string | number; words: string }, []>(
        `SELECT ${row} AS row, ${words} AS words ${where} LIMIT ${NAMED}`,
      )
      .all();
    const named = found.slice(0, NAMED - lines.length);
    lines.push(...named.map((one) => `${table}, row ${one.row}: ${one.words.slice(2)}`));
    const all = found.length < NAMED ? found.length : countOf(client, where);
    more += all - named.length;
    pause();
  }
  return more > 0 ? [...lines, `and ${more} more rows`] : lines;
}

const countOf = (client: Database, where: string): number =>
  client.query<{ n: number }, []>(`SELECT count(*) AS n ${where}`).get()?.n ?? 0;
