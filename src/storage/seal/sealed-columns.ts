import type { Database } from 'bun:sqlite';
import type { Secrets } from './secrets.ts';

/** A caller may write an id in capitals (RFC 9562, 4). */
const digitsOf = (id: string): string => id.replaceAll('-', '').toLowerCase();

/** Names the row that a secret is sealed for. A secret cannot be decrypted for another row. */
export const sealedFor = {
  endpoint: (id: string): string => `webhook_endpoints ${digitsOf(id)}`,
  factor: (personSeq: number): string => `second_factors ${personSeq}`,
  mail: (id: string): string => `mails ${digitsOf(id)}`,
} as const;

interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly row: string;
}

const BY_ID = 'lower(hex(id))';
/** All columns with encrypted secrets. Docket needs their plain text later, so a hash would not be enough. */
const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook_endpoints', column: 'secret', row: BY_ID },
  { table: 'webhook_endpoints', column: 'previous_secret', row: BY_ID },
  { table: 'second_factors', column: 'secret', row: 'person_seq' },
  { table: 'mails', column: 'link', row: BY_ID },
];

export interface SealedRows {
  all(sql: string): readonly SealedRow[];
  set(place: Pick<SealedColumn, 'table' | 'column'>, text: string, at: number): unknown;
}

interface SealedRow {
  readonly at: number;
  readonly bound: string;
  readonly text: string;
}

export const rowsOf = (client: Database): SealedRows => ({
  all: (sql) => client.query<SealedRow, []>(sql).all(),
  set: ({ table, column }, text, at) => client.query(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(text, at),
});

/**
 * Seals secrets that are in plain text or under an earlier key. Leaves a sealed secret unchanged if no key here can
 * decrypt it.
 * @throws unavailable
 */
export function sealAll(rows: SealedRows, secrets: Secrets): void {
  changeAll(rows, (text, bound) => {
    if (secrets.isSealed(text) && secrets.isCurrent(text)) return undefined;
    const secret = secrets.isSealed(text) ? secrets.open(text, bound) : text;
    return secret && secrets.seal(secret, bound);
  });
}

/** Decrypts all secrets that it can, for an older version that reads only plain text. @throws unavailable */
export const openAll = (rows: SealedRows, secrets: Secrets): void =>
  changeAll(rows, (text, bound) => (secrets.isSealed(text) ? secrets.open(text, bound) : undefined));

function changeAll(rows: SealedRows, change: (text: string, bound: string) => string | undefined): void {
  for (const { table, column, row } of SEALED_COLUMNS) {
    if (rows.all(`SELECT 1 FROM pragma_table_info('${table}') WHERE name = '${column}'`).length === 0) continue;
    const found = rows.all(
      `SELECT rowid AS at, '${table} ' || ${row} AS bound, ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    for (const { at, bound, text } of found) {
      const changed = change(text, bound);
      if (changed !== undefined) rows.set({ table, column }, changed, at);
    }
  }
}
