import type { Database } from 'bun:sqlite';
import { isDamage, logPauses, openConnection } from '../store/index.ts';

/** Lines shown of one table, for one broken page makes many. */
const LINES_OF_A_TABLE = 2;
/** SQLite's own bound on lines is 100; one is enough to know that something is wrong. */
const FIRST_LOOK = 'PRAGMA quick_check(1)';

/** SQLite's two checks of a table: of its pages and rows, and also of each row's entry in each index. */
type Check = 'quick_check' | 'integrity_check';

/**
 * Reads every page of a database on a connection of its own, without holding up its writers. It is a quick_check: some
 * 0.1 s for 100,000 orders that are in memory.
 *
 * @returns the faults, a line each that begins with the table; empty if sound
 */
export function findDamage(path: string): readonly string[] {
  const { client } = openConnection(path, { readonly: true, command: true });
  try {
    return damageOf(client);
  } finally {
    client.close();
  }
}

/** @param look the first pragma, that tells whether there is anything to name */
export function damageOf(client: Database, look: string = FIRST_LOOK): readonly string[] {
  const found = linesOf(client, look);
  if (found.length === 0) return [];
  const named = damageByTable(client, 'quick_check', () => undefined);
  return named.length === 0 ? found.slice(0, LINES_OF_A_TABLE) : named;
}

/**
 * The faults that an integrity_check finds, in a file that others write. It is a read for each table: a single one
 * would keep all commits meanwhile in the log. First a quick_check of the whole finds faults outside any table: pages
 * of none or of two, the list of free ones.
 *
 * @param pause waits between two reads, so that the log can be restarted
 */
export function damageInParts(client: Database, pause: () => void = logPauses(client)): readonly string[] {
  const found = damageOf(client);
  pause();
  return found.length > 0 ? found : damageByTable(client, 'integrity_check', pause);
}

/** The number of rows that have lost the row they belong to. @param pause as above */
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

/** Taken one by one: where the damage ends the check with an error, what it said before still counts. */
function linesOf(client: Database, pragma: string): string[] {
  const lines: string[] = [];
  try {
    for (const row of client.query<Record<string, string>, []>(pragma).iterate()) {
      const texts = Object.values(row).flatMap((text) => text.split('\n'));
      lines.push(...texts.filter((text) => text !== 'ok' && !text.startsWith('***')));
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    lines.push(error instanceof Error ? error.message : String(error));
  }
  return lines;
}

function tableNames(client: Database): string[] {
  try {
    const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name";
    return client
      .query<{ name: string }, []>(tables)
      .all()
      .map(({ name }) => name);
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}
