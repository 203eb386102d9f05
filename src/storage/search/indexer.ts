import type { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { makeOwnFile } from '../../base/index.ts';
import { indexText } from '../schema/index.ts';
import {
  type Connection,
  isDamage,
  isSearchOf,
  isStoreFailure,
  keyIdOf,
  laySearch,
  openConnection,
  readSearch,
  removeSearch,
  rollBack,
  type SharedHorizon,
  type StoredSearch,
  searchPath,
  watchHorizon,
} from '../store/index.ts';
import { CHANGED_COLUMNS, type ChangedClientRow, CLIENT_COLUMNS, type ClientRow, writeClients } from './client-rows.ts';

/**
 * The maximum number of new orders in one indexing step, and also the maximum number of changes. Indexing that many
 * orders takes some 50 ms, and so does indexing that many changes. Larger steps would save almost no time.
 */
const AT_ONCE = 2_048;
/**
 * The number of pages in one merge step, which takes some 10 ms. A caller that waits until new orders are indexed may
 * also have to wait for a merge step.
 */
const MERGED_PAGES = 100;
const CACHE_KB = 8_000;

interface Row extends ClientRow {
  readonly text: string;
}

interface ChangedRow extends Row, ChangedClientRow {
  /** 1 if the postings of the former text must be removed, else 0. */
  readonly forgets: number;
}

interface NewRow extends Row {
  readonly id: string;
  readonly at: number;
}

interface Lacking {
  readonly state: StoredSearch;
  readonly newest: Pick<StoredSearch, 'applied' | 'nonce'>;
  readonly keyId: string;
  readonly changed: readonly ChangedRow[];
  readonly fresh: readonly NewRow[];
}

export class SearchIndexer {
  readonly #path: string;
  readonly #database: Connection;
  readonly #watch: ReturnType<typeof watchHorizon> | undefined;
  #index: (Connection & { readonly inode: number }) | undefined;

  /**
   * @param horizon shows which commits of the writer in this process are on the disk; if absent, everything read counts
   * as on the disk
   */
  constructor(databasePath: string, horizon?: SharedHorizon) {
    this.#path = databasePath;
    this.#database = openConnection(databasePath, { readonly: true, command: false });
    this.#watch = horizon && watchHorizon(horizon);
  }

  /** Indexes some of the orders and changes that the index lacks. @returns true if there may be more to index */
  async step(): Promise<boolean> {
    const lacking = this.#look();
    const { state, newest, fresh } = lacking;
    if (fresh.length === 0 && newest.applied === state.applied) return false;
    // Waits until the orders that were read are on the disk. After a crash, an index that is ahead of the database
    // would have to be rebuilt.
    await this.#watch?.safe(this.#watch.seen());
    const { client: orders } = this.#database;
    this.#guard(({ client }) => client.transaction(() => write(client, orders, lacking)).immediate());
    return fresh.length === AT_ONCE || newest.applied === state.applied + AT_ONCE;
  }

  /** Makes `forget` also remove the former texts of changed orders. They may name a client who is forgotten later. */
  expectRemains(): void {
    this.#guard(({ client }) => client.run('UPDATE state SET forgetting = 1'));
  }

  /**
   * Removes postings of erased orders from the file, where FTS5 leaves them.
   * @returns true if there is more to remove
   */
  forget(): boolean {
    return this.#guard(({ client, db }) => {
      const { forgetting } = readSearch(db);
      if (forgetting === 0) return false;
      const isOver = client.transaction(() => mergeSome(client, forgetting)).immediate();
      if (isOver) rewriteSmall(client);
      // The log still contains the removed postings, so it is emptied.
      if (isOver) client.run('PRAGMA wal_checkpoint(TRUNCATE)');
      return !isOver;
    });
  }

  close(): void {
    this.#database.client.close();
    try {
      // SQLite does not empty the log on close while anyone reads the index, so it is emptied here.
      this.#index?.client.run('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // A full disk must not prevent the thread from ending.
    } finally {
      this.#close();
    }
  }

  #look(): Lacking {
    const { client, db } = this.#database;
    for (;;) {
      const state = this.#guard((index) => readSearch(index.db));
      client.run('BEGIN');
      try {
        if (isSearchOf(db, state)) return lackingOf(this.#database, state);
      } finally {
        rollBack(client);
      }
      this.#discard();
    }
  }

  #guard<T>(work: (index: Connection) => T): T {
    try {
      return work(this.#find());
    } catch (error) {
      if (isDamage(error)) this.#discard();
      throw error;
    }
  }

  #find(): Connection {
    const path = searchPath(this.#path);
    if (this.#index !== undefined && this.#index.inode === inodeOf(path)) return this.#index;
    if (inodeOf(path) === undefined) this.#discard();
    let found = openIndex(path);
    if (found === undefined) {
      this.#discard();
      found = openIndex(path);
    }
    if (found === undefined) throw new Error('the index of searches could not be made');
    this.#close();
    this.#index = found;
    return found;
  }

  #discard(): void {
    this.#close();
    removeSearch(this.#path);
  }

  #close(): void {
    this.#index?.client.close();
    this.#index = undefined;
  }
}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

/**
 * Opens the index, and creates it if it is missing.
 * @returns undefined if the index is damaged or of another version
 */
function openIndex(path: string): (Connection & { readonly inode: number }) | undefined {
  makeOwnFile(path);
  let connection: Connection | undefined;
  try {
    connection = openConnection(path, { readonly: false, command: true });
    const { client } = connection;
    // A crash may lose the latest commits of the index, but leaves it intact. Their orders are indexed again.
    client.run('PRAGMA synchronous = NORMAL');
    client.run('PRAGMA secure_delete = ON');
    client.run(`PRAGMA cache_size = -${CACHE_KB}`);
    if (laySearch(client)) {
      readSearch(connection.db);
      return { ...connection, inode: inodeOf(path) ?? 0 };
    }
  } catch (error) {
    connection?.client.close();
    // If the disk is full, for example, the file may be intact, so the error is thrown. If this function returned
    // undefined, the caller would delete the file.
    if (isStoreFailure(error) && !isDamage(error)) throw error;
    return undefined;
  }
  connection.client.close();
  return undefined;
}

function lackingOf({ client, db }: Connection, state: StoredSearch): Lacking {
  const { mark, applied } = state;
  // An empty index skips all recorded changes, because it reads every order anyway.
  const last = mark === 0 ? Number.MAX_SAFE_INTEGER : applied + AT_ONCE;
  const [newest] = db.all<Lacking['newest']>(
    sql`SELECT number AS applied, nonce FROM search_changes WHERE number <= ${last} ORDER BY number DESC LIMIT 1`,
  );
  if (newest === undefined) throw new Error('the changes for the index of searches are gone');
  const changed = client.query<
    ChangedRow,
    number[]
  >(`SELECT search_text AS text, ${CHANGED_COLUMNS}, forgets FROM orders
    JOIN (SELECT order_seq, max(forgets) AS forgets, max(text_changed) AS textChanged
      FROM search_changes WHERE number > ? AND number <= ? AND order_seq <= ? GROUP BY 1)
    ON order_seq = seq`);
  const fresh = client.query<
    NewRow,
    [number, number]
  >(`SELECT search_text AS text, ${CLIENT_COLUMNS}, hex(id) AS id, created_at AS at
    FROM orders WHERE seq > ? ORDER BY seq LIMIT ?`);
  return {
    state,
    newest,
    keyId: keyIdOf(db),
    changed: changed.all(applied, newest.applied, mark),
    fresh: fresh.all(mark, AT_ONCE),
  };
}

function write(client: Database, orders: Database, { state, newest, keyId, changed, fresh }: Lacking): void {
  const add = client.query('INSERT INTO order_search (rowid, text) VALUES (?, ?)');
  const replace = client.query('INSERT OR REPLACE INTO order_search (rowid, text) VALUES (?, ?)');
  for (const { seq, text, textChanged } of changed) if (textChanged === 1) replace.run(seq, indexText(text));
  for (const { seq, text } of fresh) add.run(seq, indexText(text));
  const last = fresh.at(-1);
  const inOrder = fresh.every(({ at }, nth) => at >= (fresh[nth - 1]?.at ?? state.markAt));
  const isErased = changed.some(({ forgets }) => forgets === 1);
  writeClients(client, orders, { changed, fresh });
  client
    .query(
      'UPDATE state SET mark = ?, mark_id = ?, mark_at = ?, in_order = ?, applied = ?, nonce = ?, forgetting = ?, key_id = ?',
    )
    .run(
      last?.seq ?? state.mark,
      last?.id ?? state.markId,
      last?.at ?? state.markAt,
      inOrder ? state.inOrder : 0,
      newest.applied,
      newest.nonce,
      isErased ? 1 : state.forgetting,
      keyId,
    );
}

/** The largest index that is rewritten. A larger one takes too long, so it relies on `secure_delete` alone. */
const REWRITTEN_BYTES = 256 * 1024 * 1024;

/**
 * Rewrites the index file, unless it is too large. Rewriting removes copies of deleted rows that SQLite may leave when
 * it splits a page.
 */
function rewriteSmall(client: Database): void {
  const size = client.query<{ bytes: number }, []>(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  );
  if ((size.get()?.bytes ?? 0) <= REWRITTEN_BYTES) client.run('VACUUM');
}

/**
 * Runs one step of merging all segments of each table into one, as the documentation of FTS5 describes.
 * @returns true if that was the last step
 */
function mergeSome(client: Database, forgetting: number): boolean {
  const countChanges = client.query<{ n: number }, []>('SELECT total_changes() AS n');
  const changesOf = (table: string): number => {
    const before = countChanges.get()?.n ?? 0;
    const merge = client.query(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`);
    merge.run(forgetting === 1 ? -MERGED_PAGES : MERGED_PAGES);
    return (countChanges.get()?.n ?? 0) - before;
  };
  const changes = ['order_search', 'client_search'].map(changesOf);
  const isOver = forgetting === 2 && changes.every((count) => count < 2);
  client.query('UPDATE state SET forgetting = ?').run(isOver ? 0 : 2);
  return isOver;
}
