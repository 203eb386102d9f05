import type { Database, Statement } from 'bun:sqlite';
import { DAY_MS, uuidToBytes } from '../../base/index.ts';

export interface StoredCall {
  readonly workspaceSeq: number;
  readonly requestId: Uint8Array;
  /** The time of the answer, in milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /**
   * The path as in the API reference, because a sent path may contain a name or a phone number; null for an unknown
   * path.
   */
  readonly route: string | null;
  readonly status: number;
  readonly code: string;
  readonly ms: number;
  readonly keyId: string | null;
  readonly keyRefusal: string | null;
  readonly missingScope: string | null;
  /** The order that a call to create an order returned: a new one, or the existing one if the call was a repeat. */
  readonly orderId: string | null;
}

/** The `workspaceSeq` of calls that belong to no workspace, because their API key is missing or unknown. */
export const NO_WORKSPACE = 0;

export interface NewCall extends Omit<StoredCall, 'requestId' | 'workspaceSeq'> {
  /** A UUID of version 7, created when the call arrived. Such ids are ordered by time. */
  readonly requestId: string;
  readonly workspaceSeq: number | null;
}

interface Range {
  readonly workspaceSeq: number;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

type Query<Row, Parameters extends object> = {
  get(parameters: Parameters): Row | null;
  all(parameters: Parameters): Row[];
  run(parameters: Parameters): { readonly changes: number };
};

export interface CallStatements {
  insert(calls: readonly NewCall[]): void;
  readonly one: Query<StoredCall, { readonly workspaceSeq: number; readonly requestId: Uint8Array }>;
  readonly page: Query<
    StoredCall,
    Range & { readonly keyId: string | null; readonly statusClass: number | null; readonly limit: number }
  >;
  readonly nthBefore: Query<Pick<StoredCall, 'requestId'>, Range & { readonly nth: number }>;
  readonly countByKey: Query<
    { readonly keyId: string; readonly calls: number },
    { readonly workspaceSeq: number; readonly sinceDay: number }
  >;
  readonly workspaces: { all(): { readonly workspaceSeq: number }[] };
  readonly busiest: { get(): { readonly workspaceSeq: number } | null };
  readonly forget: Query<
    never,
    { readonly workspaceSeq: number; readonly before: Uint8Array; readonly atMost: number }
  >;
  readonly forgetDays: Query<never, { readonly day: number }>;
  usedBytes(): number;
}

const COLUMNS = `workspace_seq AS workspaceSeq, request_id AS requestId, at, method, route, status, code, ms, key_id AS keyId,
  key_refusal AS keyRefusal, missing_scope AS missingScope, order_id AS orderId`;
const RANGE = 'workspace_seq = $workspaceSeq AND request_id < $before AND request_id >= $after';

export function prepareCalls(client: Database): CallStatements {
  const query = <Row, Parameters extends object>(text: string): Query<Row, Parameters> => named(client.prepare(text));
  return {
    insert: prepareInsert(client),
    one: query(`SELECT ${COLUMNS} FROM calls WHERE workspace_seq = $workspaceSeq AND request_id = $requestId`),
    page: query(`SELECT ${COLUMNS} FROM calls WHERE ${RANGE} AND ($keyId IS NULL OR key_id = $keyId)
      AND ($statusClass IS NULL OR status / 100 = $statusClass) ORDER BY request_id DESC LIMIT $limit`),
    nthBefore: query(
      `SELECT request_id AS requestId FROM calls WHERE ${RANGE} ORDER BY request_id DESC LIMIT 1 OFFSET $nth - 1`,
    ),
    countByKey: query(`SELECT key_id AS keyId, sum(calls) AS calls FROM call_days
      WHERE workspace_seq = $workspaceSeq AND day >= $sinceDay GROUP BY key_id`),
    workspaces: client.prepare('SELECT DISTINCT workspace_seq AS workspaceSeq FROM call_days'),
    busiest: client.prepare(
      'SELECT workspace_seq AS workspaceSeq FROM call_days GROUP BY workspace_seq ORDER BY sum(calls) DESC LIMIT 1',
    ),
    forget: query(`DELETE FROM calls WHERE workspace_seq = $workspaceSeq AND request_id IN (
      SELECT request_id FROM calls WHERE workspace_seq = $workspaceSeq AND request_id < $before ORDER BY request_id LIMIT $atMost)`),
    forgetDays: query('DELETE FROM call_days WHERE day < $day'),
    usedBytes: prepareUsedBytes(client),
  };
}

/** Allows parameters without the `$` that SQLite requires in their names. */
function named<Row, Parameters extends object>(statement: Statement): Query<Row, Parameters> {
  const bind = (parameters: Parameters): Record<string, string | number | null | Uint8Array> =>
    Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`$${name}`, value]));
  return {
    // Each statement selects exactly the columns of Row, so the casts are correct.
    get: (parameters) => statement.get(bind(parameters)) as Row | null,
    all: (parameters) => statement.all(bind(parameters)) as Row[],
    run: (parameters) => statement.run(bind(parameters)),
  };
}

/**
 * Prepares a function that inserts logged API calls, in 2 µs each. The server creates no orders meanwhile, so the
 * function must neither copy calls nor collect them in lists.
 */
function prepareInsert(client: Database): (calls: readonly NewCall[]) => void {
  // Binding by position takes half the time of binding by name. A repeated id changes nothing.
  const insert = client.prepare('INSERT OR IGNORE INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const count = client.prepare(`INSERT INTO call_days VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`);
  return client.transaction((calls: readonly NewCall[]) => {
    const days = new Map<string, Map<number, CallCount>>();
    for (const it of calls) {
      const workspaceSeq = it.workspaceSeq ?? NO_WORKSPACE;
      const id = uuidToBytes(it.requestId);
      insert.run(
        workspaceSeq,
        id,
        it.at,
        it.method,
        it.route,
        it.status,
        it.code,
        it.ms,
        it.keyId,
        it.keyRefusal,
        it.missingScope,
        it.orderId,
      );
      if (it.keyId !== null) countCall(days, workspaceSeq, it.keyId, dayOf(it.at));
    }
    for (const [keyId, byDay] of days) {
      for (const [day, counted] of byDay) count.run(counted.workspaceSeq, keyId, day, counted.calls);
    }
  });
}

interface CallCount {
  readonly workspaceSeq: number;
  calls: number;
}

/**
 * Counts a call by its API key and day. The workspace is not part of the key of the map, because each API key belongs
 * to one workspace.
 */
function countCall(days: Map<string, Map<number, CallCount>>, workspaceSeq: number, keyId: string, day: number): void {
  let byDay = days.get(keyId);
  if (byDay === undefined) {
    byDay = new Map();
    days.set(keyId, byDay);
  }
  const counted = byDay.get(day);
  if (counted === undefined) byDay.set(day, { workspaceSeq, calls: 1 });
  else counted.calls += 1;
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

function prepareUsedBytes(client: Database): () => number {
  const used = client.prepare<
    { bytes: number },
    []
  >(`SELECT (pages.page_count - free.freelist_count) * size.page_size AS bytes
    FROM pragma_page_count AS pages, pragma_freelist_count AS free, pragma_page_size AS size`);
  return () => used.get()?.bytes ?? 0;
}
