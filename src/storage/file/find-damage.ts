import type { Database } from 'bun:sqlite';
import { errorText } from '../../base/index.ts';
import { isDamage, lookInto } from '../store/index.ts';

/** The maximum number of lines that are shown for one table. A single broken page can cause many lines. */
const LINES_OF_A_TABLE = 2;
/** SQLite lists up to 100 faults, but one is enough to know that something is wrong. */
const FIRST_LOOK = 'PRAGMA quick_check(1)';

/**
 * SQLite's two checks of a table. quick_check reads its pages and rows; integrity_check also checks each row's entry in
 * each index.
 */
type Check = 'quick_check' | 'integrity_check';

/**
 * Reads every page of a database without delaying its writers; 100,000 cached orders take some 0.1 s.
 * @returns a line for each fault, beginning with the table; empty if the file is sound
 */
export const findDamage = (path: string): readonly string[] => lookInto(path, (client) => damageOf(client));

/**
 * Lists the faults of a database, by table where possible.
 * @param look the pragma that runs first; the tables are checked one by one only if it finds a fault
 */
export function damageOf(client: Database, look: string = FIRST_LOOK): readonly string[] {
  const found = linesOf(client, look);
  if (found.length === 0) return [];
  const named = damageByTable(client, 'quick_check', () => undefined);
  return named.length === 0 ? found.slice(0, LINES_OF_A_TABLE) : named;
}

/**
 * Finds the faults of a database. `quick_check` runs first, because it also finds faults outside tables. If it finds
 * none, `integrity_check` checks one table after another. `pause` is called after each table, so that the write-ahead
 * log can restart instead of growing.
 */
export function damageInParts(client: Database, pause: () => void): readonly string[] {
  const found = damageOf(client);
  pause();
  return found.length > 0 ? found : damageByTable(client, 'integrity_check', pause);
}

/**
 * Counts the rows that refer to a missing row.
 * @param pause waits between two reads, so that the write-ahead log can restart instead of growing
 */
export function countOrphans(client: Database, pause: () => void): number {
  const counts = tableNames(client).map((table) => {
    const orphans = client.query(pragmaOf('foreign_key_check', table)).all().length;
    pause();
    return orphans;
  });
  return counts.reduce((sum, orphans) => sum + orphans, 0);
}

function damageByTable(client: Database, check: Check, pause: () => void): string[] {
  return tableNames(client).flatMap((table) => {
    const lines = linesOf(client, pragmaOf(check, table));
    pause();
    return lines.slice(0, LINES_OF_A_TABLE).map((line) => `table ${table}: ${line}`);
  });
}

const pragmaOf = (pragma: string, table: string): string => `PRAGMA ${pragma}("${table.replaceAll('"', '""')}")`;

/** Reads the lines one by one. If damage ends the check with an error, the earlier lines still count. */
function linesOf(client: Database, pragma: string): string[] {
  const lines: string[] = [];
  try {
    for (const row of client.query<Record<string, string>, []>(pragma).iterate()) {
      const texts = Object.values(row).flatMap((text) => text.split('\n'));
      lines.push(...texts.filter((text) => text !== 'ok' && !text.startsWith('***')));
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    lines.push(errorText(error));
  }
  return lines;
}

function tableNames(client: Database): string[] {
  try {
    const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name";
    const rows = client.query<{ name: string }, []>(tables).all();
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}
