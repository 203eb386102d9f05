import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { bytesToUuid, createIdSource, silentLog, systemClock, systemRandom } from '../../../src/base/index.ts';
import * as schema from '../../../src/storage/index.ts';
import { eventBody } from '../../../src/webhooks/events.ts';
import { indexAllProducts, rebuildKinds, rebuildSums } from '../../../test/support/kept-up.ts';
import { fillRest } from './fill-rest.ts';
import { fillSecondDay } from './fill-second-day.ts';
import { insertInto } from './insert-rows.ts';
import { type Cast, OLD, OLD_ORDERS, type ToldOrder, tellOrder } from './tell-order.ts';

export interface FilledShop {
  readonly cast: Cast;
  readonly endpointId: string;
}

const IN_ONE_TRANSACTION = 50_000;
const CALLS_AT_MOST = 300_000;
const CALLS_AT_ONCE = 1_000;
/**
 * One of every `WAITING_OF` events still waits. One of every `GIVEN_UP_OF` was given up after `TRIES` failed attempts.
 */
const WAITING_OF = 100;
const GIVEN_UP_OF = 50;
const TRIES = 8;

/**
 * Fills a database that `docket init` has just created, with its workspace, owner, API key and endpoint. The server
 * must be stopped. Drops the indexes before the work, and rebuilds them with the migrations' own SQL.
 */
export function fillShop(dataDir: string, orders: number, endMs: number): FilledShop {
  using client = new Database(join(dataDir, 'docket.db'), { readwrite: true });
  // An unfinished file is worthless, so it needs no journal. Bun's SQLite has no journal_mode OFF. It can change from
  // WAL only to DELETE, so MEMORY is a second change.
  client.run('PRAGMA journal_mode = DELETE');
  client.run('PRAGMA journal_mode = MEMORY');
  client.run('PRAGMA synchronous = OFF');
  client.run('PRAGMA locking_mode = EXCLUSIVE');
  client.run('PRAGMA cache_size = -1000000');
  // Building an index is mostly sorting, which SQLite does in several threads.
  client.run('PRAGMA threads = 2');
  const [keyId, personId] = [idIn(client, 'api_keys'), idIn(client, 'people')];
  const cast: Cast = { workspaceSeq: 1, keyId, personId, orders, endMs, newId: createIdSource(systemRandom) };
  const indexes = dropIndexes(client);
  fillOrders(client, cast);
  rebuildKinds(client);
  fillRest(client, cast);
  fillSecondDay(client, cast);
  indexAllProducts(client);
  for (const { sql } of indexes) client.run(sql);
  rebuildSums(client);
  client.run(`UPDATE number_series SET next_number = ${orders + 1}`);
  // Retention must delete no rows, however old they are.
  client.run('UPDATE retention SET events_days = NULL, attempts = NULL, mails_days = NULL');
  client.run('PRAGMA journal_mode = WAL');
  fillCalls(dataDir, cast, [{ seq: cast.workspaceSeq, id: idIn(client, 'workspaces') }]);
  return { cast, endpointId: idIn(client, 'webhook_endpoints') };
}

function idIn(client: Database, table: string): string {
  const found = client.query<{ id: Uint8Array }, []>(`SELECT id FROM ${table}`).get();
  if (found === null) throw new Error(`there is no row in ${table}`);
  return bytesToUuid(found.id);
}

interface Index {
  readonly name: string;
  readonly sql: string;
}

const FILLED = ['orders', 'payments', 'order_history', 'events', 'deliveries', 'webhook_attempts', 'stock_movements'];

/** Drops the indexes that a migration created with CREATE INDEX, and returns them. The indexes of constraints stay. */
function dropIndexes(client: Database): Index[] {
  const tables = [...FILLED, 'inquiries', 'audit_log', 'mails'].map((name) => `'${name}'`).join(', ');
  const indexes = client
    .query<Index, []>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${tables})`,
    )
    .all();
  for (const { name } of indexes) client.run(`DROP INDEX ${name}`);
  return indexes;
}

function fillOrders(client: Database, cast: Cast): void {
  const write = orderWriter(client, cast);
  for (let from = 0; from < cast.orders; from += IN_ONE_TRANSACTION) {
    const to = Math.min(cast.orders, from + IN_ONE_TRANSACTION);
    client.transaction(() => {
      for (let at = from; at < to; at += 1) write(tellOrder(cast, at));
    })();
  }
}

/**
 * Returns a function that writes an order and its related rows. The caller must pass the orders in ascending sequence.
 */
function orderWriter(client: Database, { workspaceSeq, newId }: Cast): (told: ToldOrder) => void {
  const order = insertInto(client, schema.orders);
  const payment = insertInto(client, schema.payments);
  const history = insertInto(client, schema.orderHistory);
  const event = insertInto(client, schema.events);
  const change = insertInto(client, schema.orderFeed);
  const tell = deliveryWriter(client);
  let eventSeq = 0;
  return (told) => {
    order(told.order);
    if (told.payment !== undefined) payment(told.payment);
    for (const [index, { kind, at, actor, changes, event: what }] of told.changes.entries()) {
      eventSeq += 1;
      const id = newId(at);
      const body = eventBody(id, what, at);
      const said = { workspaceSeq, orderSeq: told.order.seq, type: what.type, occurredAt: at };
      event({ ...said, seq: eventSeq, id, body });
      change({ ...said, number: eventSeq, version: index + 1, num: what.order.num });
      history({
        orderSeq: told.order.seq,
        version: index + 1,
        kind,
        actorType: actor.type,
        actorId: actor.id,
        requestId: newId(at),
        changes: changes === null ? null : JSON.stringify(changes),
        at,
        eventSeq,
        workspaceSeq,
      });
      tell(eventSeq, at);
    }
  };
}

function deliveryWriter(client: Database): (eventSeq: number, at: number) => void {
  const delivery = insertInto(client, schema.deliveries);
  const attempt = insertInto(client, schema.webhookAttempts);
  const endpointSeq = 1;
  let number = 0;
  const tried = (eventSeq: number, nth: number, at: number, failed: boolean): void => {
    number += 1;
    attempt({
      endpointSeq,
      number,
      eventSeq,
      kind: 'scheduled',
      attempt: nth,
      at,
      responseTime: 20 + (number % 200),
      ...(failed ? { reason: 'http_status', httpCode: 500, response: 'no' } : { httpCode: 200 }),
    });
  };
  return (eventSeq, at) => {
    if (eventSeq % WAITING_OF === 0) {
      delivery({ endpointSeq, eventSeq, state: 'pending', attempts: 0, dueAt: 0 });
      return;
    }
    const failed = eventSeq % GIVEN_UP_OF === 1;
    const tries = failed ? TRIES : 1;
    for (let nth = 1; nth <= tries; nth += 1) tried(eventSeq, nth, at, failed);
    delivery({
      endpointSeq,
      eventSeq,
      state: failed ? 'failed' : 'delivered',
      attempts: tries,
      dueAt: 0,
      lastAt: at,
      ...(failed ? { lastReason: 'http_status', lastHttpCode: 500 } : { lastHttpCode: 200 }),
    });
  };
}

function fillCalls(dataDir: string, cast: Cast, workspaces: readonly schema.KnownWorkspace[]): void {
  const { orders, workspaceSeq, keyId, endMs, newId } = cast;
  const ports = { clock: systemClock, log: silentLog, workspaces: () => workspaces };
  const log = schema.openCallLog(schema.callLogPath(dataDir), ports);
  const count = Math.min(orders, CALLS_AT_MOST);
  for (let at = 0; at < count; at += 1) {
    const ms = endMs - (count - at) * 1_000;
    const isOld = at < OLD_ORDERS;
    log.note({
      requestId: newId(ms),
      workspaceSeq,
      at: ms,
      method: 'POST',
      route: '/api/v1/orders/create',
      ms: 1.5,
      ...(isOld ? { status: 403, code: 'scope_missing' } : { status: 200, code: 'ok' }),
      keyId: isOld ? OLD.keyId : keyId,
      keyRefusal: null,
      missingScope: null,
      orderId: null,
    });
    if (at % CALLS_AT_ONCE === 0) log.tend();
  }
  log.close();
}
