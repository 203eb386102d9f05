import type { Database } from 'bun:sqlite';
import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { clientIdIn } from './hidden-places.ts';
import { type Connection, type Db, openConnection } from './open.ts';
import { isDamage } from './store-failure.ts';

/**
 * Returns the path of the search index. The index contains the trigrams of orders, and the orders' clients. A thread
 * adds saved orders (src/storage/search). The index may be lost at any moment and is not backed up. It is not used if
 * it does not match the database (see `isSearchOf`).
 */
export const searchPath = (databasePath: string): string => join(dirname(databasePath), 'search.db');

/**
 * The version of the tables below and of their contents (`indexText`, `clientKeys`, `startOfId`). A file with another
 * version is rebuilt.
 */
const VERSION = 7;

/**
 * The tables for lists of clients. They contain the clients, the orders of each client, even deleted ones, and the sums
 * of each client. The index thread fills the tables from the orders, so creating an order does not wait for them.
 * `large_text` is the search text of the order's client. It is stored only if making it from the order would be slow.
 * The number of a client is never used again, so that no reader takes another shop's client for its own.
 */
const CLIENTS = `
  CREATE TABLE order_clients (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id_start INTEGER NOT NULL, workspace_seq INTEGER NOT NULL, key TEXT NOT NULL,
    last_seq INTEGER, text TEXT NOT NULL) STRICT;
  CREATE INDEX order_clients_by_id ON order_clients (id_start);
  CREATE INDEX order_clients_by_last ON order_clients (workspace_seq, last_seq) WHERE last_seq IS NOT NULL;
  CREATE TABLE client_orders (
    seq INTEGER PRIMARY KEY, client_seq INTEGER NOT NULL, workspace_seq INTEGER NOT NULL, email TEXT,
    live INTEGER NOT NULL, status_id TEXT NOT NULL, paid INTEGER NOT NULL,
    owed INTEGER NOT NULL, large_text TEXT) STRICT;
  CREATE INDEX client_orders_by_client ON client_orders (client_seq, live, seq);
  CREATE INDEX client_orders_by_email ON client_orders (workspace_seq, email, seq) WHERE email IS NOT NULL;
  CREATE TABLE client_sums (
    client_seq INTEGER NOT NULL, status_id TEXT NOT NULL, orders INTEGER NOT NULL, paid INTEGER NOT NULL,
    owed INTEGER NOT NULL, PRIMARY KEY (client_seq, status_id)) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE client_search USING fts5(
    text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');`;

/**
 * The texts are not stored, because each candidate is compared with the order itself. With eight segments FTS5 writes a
 * third less than with its default of four.
 */
const LAYOUT = `
  CREATE VIRTUAL TABLE order_search USING fts5(
    text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
  CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1), mark INTEGER NOT NULL, mark_id TEXT NOT NULL, mark_at INTEGER NOT NULL,
    in_order INTEGER NOT NULL, applied INTEGER NOT NULL, nonce TEXT NOT NULL, forgetting INTEGER NOT NULL,
    key_id TEXT NOT NULL) STRICT;
  INSERT INTO state VALUES (1, 0, '', 0, 1, 0, '', 0, '');
  ${CLIENTS}
  ${['order_search', 'client_search'].map((table) => `INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 8), ('usermerge', 2);`).join('\n')}
  PRAGMA user_version = ${VERSION};`;

export interface StoredSearch {
  /** The seq of the last order in the index; 0 if there is none. */
  readonly mark: number;
  readonly markId: string;
  /** The time when the order with the seq `mark` was created. */
  readonly markAt: number;
  /** 1 if each order was created no earlier than the one before; 0 if the clock was set back between two of them. */
  readonly inOrder: number;
  readonly applied: number;
  readonly nonce: string;
  /** 1: the file still has postings of erased orders. 2: they are being removed. */
  readonly forgetting: number;
  /** Identifies the secret with which the ids of clients were made (`keyIdOf`). */
  readonly keyId: string;
}

/**
 * Returns an id that only a database with the same secret produces. No client has this id, because no workspace has the
 * number 0.
 */
export const keyIdOf = (db: Db): string => clientIdIn(db, 0, '');

const versionOf = (client: Database): number =>
  client.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;

/** Creates the tables in an empty file. @returns true if the file has this version of the tables */
export function laySearch(client: Database): boolean {
  if (versionOf(client) === 0) client.transaction(() => client.run(LAYOUT)).immediate();
  return versionOf(client) === VERSION;
}

export function readSearch(index: Db): StoredSearch {
  const [state] = index.all<StoredSearch>(sql`SELECT mark, mark_id AS markId, mark_at AS markAt, in_order AS inOrder,
    applied, nonce, forgetting, key_id AS keyId FROM state`);
  if (state === undefined) throw new Error('the index of searches says nothing of itself');
  return state;
}

export function isSearchOf(db: Db, { mark, markId, applied, nonce, keyId }: StoredSearch): boolean {
  if (mark === 0) return true;
  const [found] = db.all<{ markId: string | null; nonce: string | null }>(
    sql`SELECT (SELECT hex(id) FROM orders WHERE seq = ${mark}) AS markId,
      (SELECT nonce FROM search_changes WHERE number = ${applied}) AS nonce`,
  );
  return found?.markId === markId && found.nonce === nonce && keyId === keyIdOf(db);
}

/**
 * The limit on orders that have changed since they were indexed. A search checks these orders one by one. If more have
 * changed, the search does not use the index.
 */
const CHANGED_AT_MOST = 1_000;

/**
 * The limit on recorded changes that a search reads; 8,192 take a millisecond. One order may have many recorded
 * changes, so the limit on changed orders is not enough.
 */
const READ_AT_MOST = 8_192;

/** The limit on unindexed orders. Above it, `lacks()` returns true without checking their workspaces. */
const LOOKED_AT_MOST = 2_048;

const newestSeq = (db: Db): number =>
  db.all<{ seq: number | null }>(sql`SELECT max(seq) AS seq FROM orders`)[0]?.seq ?? 0;

export interface SearchState extends Pick<StoredSearch, 'mark' | 'markAt'> {
  readonly inOrder: boolean;
  /** The number of recorded changes that the index lacks. */
  readonly waiting: number;
  /** The seqs of indexed orders that have changed since they were indexed. */
  readonly changed: readonly number[];
}

export interface SearchLag {
  readonly behind: number;
  /** The number of recorded changes that the index lacks. */
  readonly changed: number;
  readonly mustForget: boolean;
}

/** The search index for readers. A missing or damaged index is no error, because everything can be found without it. */
export class SearchFile {
  /**
   * Waits a limited time until the index contains all orders of the workspace, or of all workspaces. Does nothing
   * except in the server that writes the index.
   */
  catchUp: (workspaceSeq?: number) => Promise<void> = () => Promise.resolve();
  readonly #path: string;
  #open: (Connection & { readonly inode: number }) | undefined;

  constructor(databasePath: string) {
    this.#path = searchPath(databasePath);
  }

  /**
   * Returns the state of the index. Undefined if the index does not match the state of the database that `db` shows. A
   * search in several steps calls this function in each step.
   */
  look(db: Db): SearchState | undefined {
    // Reads the database before the index. In the other order, a change between the two reads could be missed.
    const newest = db.all<{ n: number }>(sql`SELECT max(number) AS n FROM search_changes`)[0]?.n ?? 0;
    const state = this.ask(readSearch);
    if (state === undefined || !isSearchOf(db, state)) return undefined;
    const { mark, markAt, inOrder, applied } = state;
    const waiting = newest - applied;
    if (waiting > READ_AT_MOST) return undefined;
    const changed = db.all<{ seq: number }>(sql`SELECT DISTINCT order_seq AS seq FROM search_changes
      WHERE number > ${applied} AND order_seq <= ${mark} LIMIT ${CHANGED_AT_MOST + 1}`);
    if (changed.length > CHANGED_AT_MOST) return undefined;
    return { mark, markAt, inOrder: inOrder === 1, waiting, changed: changed.map(({ seq }) => seq) };
  }

  /** Returns true if the index lacks an order of the workspace or a change of one. */
  lacks(db: Db, workspaceSeq: number): boolean {
    const found = this.look(db);
    if (found === undefined || newestSeq(db) - found.mark > LOOKED_AT_MOST) return true;
    const changed = JSON.stringify(found.changed);
    const own = db.all(sql`SELECT 1 FROM orders WHERE seq > ${found.mark} AND +workspace_seq = ${workspaceSeq}
      UNION ALL SELECT 1 FROM orders WHERE seq IN (SELECT value FROM json_each(${changed}))
        AND +workspace_seq = ${workspaceSeq} LIMIT 1`);
    return own.length > 0;
  }

  lag(db: Db): SearchLag {
    const found = this.look(db);
    // `mustForget` is true if the index may contain texts that must be removed. For example, an index that does not
    // match the database may contain texts of erased orders.
    const state = this.ask(readSearch);
    const mustForget = state !== undefined && (found === undefined || state.forgetting !== 0);
    return { behind: Math.max(0, newestSeq(db) - (found?.mark ?? 0)), changed: found?.waiting ?? 0, mustForget };
  }

  ask<T>(read: (index: Db) => T): T | undefined {
    try {
      const index = this.#find();
      return index && read(index);
    } catch (error) {
      this.close();
      // The thread that writes the index notices that the file is missing, and creates another.
      if (isDamage(error)) this.#remove();
      return undefined;
    }
  }

  close(): void {
    this.#open?.client.close();
    this.#open = undefined;
  }

  #find(): Db | undefined {
    const inode = statSync(this.#path, { throwIfNoEntry: false })?.ino;
    // While the file is open here, no other file can get its inode number. So if the number is still the same, the path
    // still leads to the open file.
    if (inode !== this.#open?.inode) this.close();
    if (inode === undefined || this.#open !== undefined) return this.#open?.db;
    const connection = openConnection(this.#path, { readonly: true, command: false });
    this.#open = { ...connection, inode };
    connection.client.run('PRAGMA cache_size = -8000');
    if (versionOf(connection.client) !== VERSION) this.close();
    return this.#open?.db;
  }

  #remove(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // The disk has turned read-only, so searches work without the index.
    }
  }
}

/** Removes the index. Readers may keep the file open. The caller must ensure that nobody writes to the file. */
export function removeSearch(databasePath: string): void {
  const path = searchPath(databasePath);
  // The file is deleted first: SQLite ignores a log without its file, but a file without its log lacks changes.
  for (const side of ['', '-wal', '-shm']) if (existsSync(path + side)) rmSync(path + side, { force: true });
}
