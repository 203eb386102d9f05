/**
 * Counts the work that SQLite does for a read. Unlike a time, the count is the same on a busy machine.
 *
 * bun:sqlite does not show SQLite's counters, but another build of the same SQLite version does. So this records the
 * statements of the code under test with their values. It runs them again in that build, on a copy of the file. Each
 * time it checks that both builds use the same plan and find the same number of rows.
 *
 *     await using store = await openTestStore();
 *     fill(store);                                    // first, all that is to be found
 *     const { steps, pages } = await workOf(store, () => listOrders(store.ctx(), { limit: 50 }));
 *
 * Then compare the figures with a bound, or with those of a store with ten times the rows. If they are too high,
 * `statements` shows which statement does the work. Import this before the store is opened: statements prepared earlier
 * are not recorded. Reads on other threads are not recorded either.
 */

import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import sqliteWasm, {
  type Database as CopyDb,
  type PreparedStatement,
  type Sqlite3Static,
  type SqlValue,
} from '@sqlite.org/sqlite-wasm';
import { searchPath } from '../../src/storage/store/search-file.ts';
import type { TestStore } from './store.ts';

export interface Work {
  /**
   * Steps of SQLite's virtual machine: some 5 to 20 for each visited row. The work within FTS5 shows only in the pages.
   */
  readonly steps: number;
  /** Page look-ups: a seek has one for each level of the tree, a scan one for each page of rows. */
  readonly pages: number;
  /** The number of statements that had to sort because no index has their order. */
  readonly sorts: number;
}

interface StatementWork extends Work {
  readonly sql: string;
  readonly rows: number;
}

interface Ran {
  readonly path: string;
  readonly sql: string;
  readonly given: readonly SQLQueryBindings[];
  readonly rows: number;
  /** True if only the first row was read. */
  readonly once: boolean;
}

/** The ways to run a statement; all but the last return rows. */
type Runs = Record<'all' | 'values' | 'get' | 'run', (...given: SQLQueryBindings[]) => unknown>;

/** Statements with a plan: not BEGIN, PRAGMA and the like. */
const PLANNED = /^\s*(?:select|with|insert|update|delete)\b/i;

let noted: Ran[] | undefined;
let given: Map<string, readonly SQLQueryBindings[]> | undefined;
let ran: string[] | undefined;

noteStatements('prepare');
noteStatements('query');

/** Makes `prepare` or `query` return statements that record their values. Statements made earlier are not recorded. */
function noteStatements(way: 'prepare' | 'query'): void {
  const make = Database.prototype[way] as (this: Database, sql: string, ...rest: unknown[]) => Runs;
  const marked = new WeakSet<Runs>();
  function noting(this: Database, sql: string, ...rest: unknown[]): Runs {
    const statement = make.call(this, sql, ...rest);
    // query() returns the same statement again.
    if (marked.has(statement)) return statement;
    marked.add(statement);
    for (const run of ['all', 'values', 'get', 'run'] as const) {
      const inner = statement[run].bind(statement);
      statement[run] = (...values) => {
        ran?.push(sql);
        const found = inner(...values);
        if (run !== 'run')
          noted?.push({ path: this.filename, sql, given: values, rows: rowsIn(found), once: run === 'get' });
        if (PLANNED.test(sql)) given?.set(sql, values);
        return found;
      };
    }
    return statement;
  }
  Object.assign(Database.prototype, { [way]: noting });
}

/** Returns the SQL of all statements that `work` runs, including those that write. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const texts: string[] = [];
  ran = texts;
  try {
    await work();
  } finally {
    ran = undefined;
  }
  return texts;
}

const rowsIn = (found: unknown): number => (Array.isArray(found) ? found.length : found === null ? 0 : 1);

let loading: ReturnType<typeof sqliteWasm> | undefined;

function loadLib(): ReturnType<typeof sqliteWasm> {
  loading ??= sqliteWasm();
  return loading;
}

interface CountedStore {
  readonly file: Database;
  readonly copy: CopyDb;
}

/**
 * Creates a counter on copies of a database and its search index. Later changes to the database are not in the copies.
 */
export async function countWork(path: string) {
  const lib = await loadLib();
  const countOn = (path: string): CountedStore => {
    const file = new Database(path, { readonly: true });
    return { file, copy: openCopy(lib, file.serialize()) };
  };
  const main = countOn(path);
  const index = existsSync(searchPath(path)) ? countOn(searchPath(path)) : main;
  const countedOf = (path: string): CountedStore => (index.file.filename === path ? index : main);
  return {
    /**
     * Counts the work of a read. @throws Error if nothing was read, or if the copy has another plan or another number
     * of rows
     */
    async of(read: () => unknown) {
      const statements = (await noteWhile(read)).map((ran) => {
        const { file, copy } = countedOf(ran.path);
        assertSamePlan(file, copy, ran);
        return repeat(lib, copy, ran);
      });
      const sum = (of: (one: Work) => number): number => statements.reduce((all, one) => all + of(one), 0);
      return {
        steps: sum(({ steps }) => steps),
        pages: sum(({ pages }) => pages),
        sorts: sum(({ sorts }) => sorts),
        statements,
      };
    },
    /**
     * The statements that SQLite plans again each time they are given values. It does so for a value that is bound next
     * to a partial index or in a LIMIT. Statements that write count as well.
     */
    async plannedAnew(work: () => unknown): Promise<readonly string[]> {
      const seen = new Map<string, readonly SQLQueryBindings[]>();
      given = seen;
      try {
        await work();
      } finally {
        given = undefined;
      }
      if (seen.size === 0) throw new Error('nothing was run');
      return [...seen].filter(([sql, values]) => isPlannedAnew(lib, main.copy, sql, values)).map(([sql]) => sql);
    },
    [Symbol.dispose]() {
      for (const { file, copy } of new Set([main, index])) {
        copy.close();
        file.close();
      }
    },
  };
}

export type WorkCounter = Awaited<ReturnType<typeof countWork>>;

/** Counts the work of one read on a copy of the store, made before the read. */
export async function workOf({ storage }: Pick<TestStore, 'storage'>, read: () => unknown) {
  using counter = await countWork(storage.path);
  return await counter.of(read);
}

/**
 * Counts the steps of a statement that writes, including its triggers. The statement runs on a copy, so the file does
 * not change.
 */
export async function stepsOfWrite(path: string, sql: string): Promise<number> {
  const lib = await loadLib();
  const { capi } = lib;
  using file = new Database(path, { readonly: true });
  const copy = openCopy(lib, file.serialize(), capi.SQLITE_DESERIALIZE_RESIZEABLE);
  const statement = copy.prepare(sql);
  try {
    statement.step();
    return capi.sqlite3_stmt_status(statement, capi.SQLITE_STMTSTATUS_VM_STEP, 0);
  } finally {
    statement.finalize();
    copy.close();
  }
}

async function noteWhile(read: () => unknown): Promise<readonly Ran[]> {
  const ran: Ran[] = [];
  noted = ran;
  try {
    await read();
  } finally {
    noted = undefined;
  }
  if (ran.length === 0)
    throw new Error('nothing was read, or by statements that were prepared before this was imported');
  return ran;
}

/**
 * The offset of the bytes that say whether a file uses a write-ahead log. A copy in memory cannot use such a log
 * (SQLite's file format, section 1.3).
 */
const VERSIONS_AT = 18;
const WITHOUT_LOG = 1;

function openCopy(
  { oo1, capi, wasm }: Sqlite3Static,
  image: Uint8Array,
  more: number = capi.SQLITE_DESERIALIZE_READONLY,
): CopyDb {
  const bytes = new Uint8Array(image);
  bytes.fill(WITHOUT_LOG, VERSIONS_AT, VERSIONS_AT + 2);
  const copy = new oo1.DB(':memory:');
  const at = wasm.allocFromTypedArray(bytes);
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | more;
  copy.checkRc(capi.sqlite3_deserialize(copy, 'main', at, bytes.length, bytes.length, flags));
  return copy;
}

function assertSamePlan(file: Database, copy: CopyDb, { sql, given }: Ran): void {
  const text = `EXPLAIN QUERY PLAN ${sql}`;
  const here = file.query<{ detail: string }, SQLQueryBindings[]>(text).all(...given);
  const there = copy.selectObjects(text, given.map(bindable)).map(({ detail }) => String(detail));
  const plans = [here.map(({ detail }) => detail), there].map((plan) => plan.join('\n'));
  if (plans[0] !== plans[1])
    throw new Error(`the two builds of SQLite plan differently: ${sql}\n${plans.join('\n\n')}`);
}

function repeat(lib: Sqlite3Static, copy: CopyDb, { sql, given, rows, once }: Ran): StatementWork {
  const { capi } = lib;
  const statement = copy.prepare(sql);
  try {
    if (given.length > 0) statement.bind(given.map(bindable));
    const before = pagesOf(lib, copy);
    const found = countRows(statement, once ? 1 : Number.POSITIVE_INFINITY);
    if (found !== rows) throw new Error(`the copy has ${found} rows in place of ${rows}: ${sql}`);
    return {
      sql,
      rows,
      steps: capi.sqlite3_stmt_status(statement, capi.SQLITE_STMTSTATUS_VM_STEP, 0),
      sorts: capi.sqlite3_stmt_status(statement, capi.SQLITE_STMTSTATUS_SORT, 0),
      pages: pagesOf(lib, copy) - before,
    };
  } finally {
    statement.finalize();
  }
}

function isPlannedAnew(
  { capi }: Sqlite3Static,
  copy: CopyDb,
  sql: string,
  values: readonly SQLQueryBindings[],
): boolean {
  const statement = copy.prepare(sql);
  try {
    for (const _ of ['first', 'again']) {
      if (values.length > 0) statement.bind(values.map(bindable));
      // The copy is read-only, so a statement that writes fails here. That does no harm, because SQLite has already
      // planned it.
      capi.sqlite3_step(statement);
      capi.sqlite3_reset(statement);
    }
    return capi.sqlite3_stmt_status(statement, capi.SQLITE_STMTSTATUS_REPREPARE, 0) > 0;
  } finally {
    statement.finalize();
  }
}

function countRows(statement: PreparedStatement, most: number): number {
  let rows = 0;
  while (rows < most && statement.step()) rows += 1;
  return rows;
}

function pagesOf({ capi, wasm }: Sqlite3Static, copy: CopyDb): number {
  const stack = wasm.pstack.pointer;
  try {
    const [now, peak] = [wasm.pstack.alloc(8), wasm.pstack.alloc(8)];
    return [capi.SQLITE_DBSTATUS_CACHE_HIT, capi.SQLITE_DBSTATUS_CACHE_MISS].reduce((sum, which) => {
      copy.checkRc(capi.sqlite3_db_status(copy, which, now, peak, 0));
      return sum + wasm.peek32(now);
    }, 0);
  } finally {
    wasm.pstack.restore(stack);
  }
}

/** The values as bun:sqlite binds them. @throws Error for parameters by name, which this code base does not use */
function bindable(value: SQLQueryBindings): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError('only parameters by position can be repeated');
}
