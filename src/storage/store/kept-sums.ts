/**
 * Stored sums of rows. Many additions of a transaction change the same sum. So the additions are collected, and each
 * sum is written once at the end of the transaction.
 */

import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { given, givenEach } from './given.ts';
import type { Db } from './open.ts';
import { prepared } from './statements.ts';

export type SumKey = readonly (string | number)[];

interface SumChange {
  readonly key: SumKey;
  readonly amounts: readonly number[];
}

/**
 * Updates the stored sums of one kind with the amounts of a transaction, each sum once. With many sums, it yields after
 * each sum, so that other requests do not wait.
 */
export type KeptSums = (
  tx: { readonly db: Db; readonly now: number },
  added: readonly SumChange[],
) => Generator<void, void> | undefined;

export interface SumAddition extends SumChange {
  readonly sums: KeptSums;
}

/**
 * The number of changed sums at which a batch ends. Writing this many sums takes some 10 ms. A full batch that only
 * creates simple orders changes about a thousand sums.
 */
const MOST_SUMS = 2_000;

export function createPendingSums() {
  const bySums = new Map<KeptSums, Map<string, { key: SumKey; amounts: number[] }>>();
  let size = 0;
  return {
    isFull: () => size >= MOST_SUMS,
    add(additions: readonly SumAddition[]): void {
      for (const { sums, key, amounts } of additions) {
        let byKey = bySums.get(sums);
        if (byKey === undefined) {
          byKey = new Map();
          bySums.set(sums, byKey);
        }
        const name = key.join('\n');
        const known = byKey.get(name);
        if (known === undefined) {
          byKey.set(name, { key, amounts: [...amounts] });
          size += 1;
        } else for (const [at, amount] of amounts.entries()) known.amounts[at] = (known.amounts[at] ?? 0) + amount;
      }
    },
    /** Writes all additions. Call it right before the commit. */
    *write(tx: { readonly db: Db; readonly now: number }): Generator<void, void> {
      for (const [sums, byKey] of bySums) {
        const added = [...byKey.values()].filter(({ amounts }) => amounts.some((amount) => amount !== 0));
        if (added.length > 0) yield* sums(tx, added) ?? [];
      }
    },
  };
}

type ColumnOf<T extends SQLiteTable> = Extract<keyof T['$inferSelect'], string>;

interface SumColumns<Name> {
  /** The primary key. */
  readonly key: readonly Name[];
  /** The columns that are added up. A row whose first sum is 0 is empty. */
  readonly sums: readonly [Name, ...Name[]];
  /** A column that keeps its greatest value. */
  readonly greatest?: Name;
}

/** Prepares the statements of a table of sums: `add` inserts a row or adds to it, and `drop` deletes an empty row. */
export function sumStatements<T extends SQLiteTable>(
  db: Db,
  table: T,
  { key, sums, greatest }: SumColumns<ColumnOf<T>>,
) {
  const columns = getTableColumns(table) as Record<ColumnOf<T>, SQLiteColumn>;
  const stored = (name: ColumnOf<T>): SQL => sql`${sql.identifier(columns[name].name)}`;
  const set = sums.map((name): [string, SQL] => [name, sql`${stored(name)} + excluded.${stored(name)}`]);
  if (greatest !== undefined) set.push([greatest, sql`max(${stored(greatest)}, excluded.${stored(greatest)})`]);
  const isOfKey = key.map((name) => eq(columns[name], given(name)));
  return {
    add: db
      .insert(table)
      .values(givenEach(...key, ...set.map(([name]) => name)) as unknown as T['$inferInsert'])
      .onConflictDoUpdate({ target: key.map((name) => columns[name]), set: Object.fromEntries(set) as never })
      .prepare(),
    drop: db
      .delete(table)
      .where(and(...isOfKey, eq(columns[sums[0]], 0)))
      .prepare(),
  };
}

/** Adds to the rows of a table of sums, and deletes the rows that become empty. */
export function keepIn<T extends SQLiteTable>(table: T, columns: SumColumns<ColumnOf<T>>): KeptSums {
  const statements = prepared((db) => sumStatements(db, table, columns));
  const named = (names: readonly string[], values: SumKey) =>
    Object.fromEntries(names.map((name, at) => [name, values[at]]));
  return function* ({ db }, changes) {
    const { add, drop } = statements(db);
    for (const change of changes) {
      const key = named(columns.key, change.key);
      add.run({ ...key, ...named(columns.sums, change.amounts) });
      if ((change.amounts[0] ?? 0) < 0) drop.run(key);
      yield;
    }
  };
}
