import { expect } from 'bun:test';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Answer, type Client, orderBody, type Shop } from './docket.ts';
import { INSTANT, UUID } from './patterns.ts';
import { alter, type Row, rowsIn } from './raw-database.ts';

export { INSTANT, UUID };

export const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

const COMMON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

function expectEnvelope(answer: Answer): void {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) expect(answer.headers.get(name)).toBe(value);
  expect(answer.body.requestId).toMatch(UUID);
  expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
}

/** Expects the whole failure envelope. @returns its details */
export function expectFailure(answer: Answer, status: number, code: string): Answer['body'] {
  expect({ status: answer.status, code: answer.body?.code }).toEqual({ status, code });
  expectEnvelope(answer);
  // Only answers to pages contain the broken rule as `refusal`. errors.test.ts checks that answers to API callers do
  // not.
  const keys = Object.keys(answer.body).filter((key) => key !== 'details' && key !== 'refusal');
  expect(keys).toEqual(['ok', 'code', 'message', 'requestId']);
  expect(answer.body.ok).toBe(false);
  expect(answer.body.message.length).toBeGreaterThan(0);
  return answer.body.details;
}

/** Expects the whole success envelope. @returns its data */
export function expectOk(answer: Answer): Answer['body'] {
  expect({ status: answer.status, code: answer.body?.code, details: answer.body?.details }).toEqual({
    status: 200,
    code: 'ok',
    details: undefined,
  });
  expectEnvelope(answer);
  expect(Object.keys(answer.body)).toEqual(['ok', 'code', 'requestId', 'data']);
  expect(answer.body.ok).toBe(true);
  return answer.body.data;
}

/** @returns the data of the answer */
export const placeOrder = async (api: Client, extra?: Record<string, unknown>): Promise<Answer['body']> =>
  expectOk(await api.post('/api/v1/orders/create', orderBody(extra)));

export function expectInvalid(answer: Answer, ...paths: string[]): void {
  const details = expectFailure(answer, 422, 'validation_failed');
  expect(details.map((detail: { path: string }) => detail.path)).toEqual(paths);
  for (const detail of details) expect(detail.message.length).toBeGreaterThan(0);
}

/** The broken rules of a refused body, each with its place: `password password_common`. */
export function rulesOf(answer: Answer): string[] {
  const details: readonly { path: string; rule?: string }[] = expectFailure(answer, 422, 'validation_failed');
  return details.map(({ path, rule }) => `${path} ${rule ?? ''}`.trim());
}

export const readStore = <R = Row>({ dir }: Pick<Shop, 'dir'>, sql: string, ...values: (string | number)[]): R[] =>
  rowsIn<R>(join(dir, 'docket.db'), sql, ...values);

/** Writes into the database while the server runs, bypassing the product. */
export const changeStore = ({ dir }: { readonly dir: string }, ...statements: readonly string[]): void =>
  alter(join(dir, 'docket.db'), ...statements);

const bytes = (id: string): string => id.replaceAll('-', '');

export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: string;
  readonly data: Record<string, unknown>;
}

/** The events of one order, oldest first; the columns and the body must agree. */
export function eventsOf(shop: Pick<Shop, 'dir'>, orderId: string): StoredEvent[] {
  const rows = readStore(
    shop,
    `SELECT lower(hex(events.id)) AS id, type, body, occurred_at FROM events JOIN orders ON orders.seq = order_seq
     WHERE lower(hex(orders.id)) = ? ORDER BY events.seq`,
    bytes(orderId),
  );
  return rows.map((row) => {
    const event = JSON.parse(String(row['body'])) as StoredEvent;
    expect(Object.keys(event).sort()).toEqual(['data', 'id', 'occurredAt', 'type']);
    expect(event.id).toMatch(UUID);
    expect(bytes(event.id)).toBe(String(row['id']));
    expect(event.type).toBe(String(row['type']));
    expect(event.occurredAt).toBe(new Date(Number(row['occurred_at'])).toISOString());
    expect(event.data['orderId']).toBe(orderId);
    return event;
  });
}

export const eventTypes = (shop: Pick<Shop, 'dir'>, orderId: string): string[] =>
  eventsOf(shop, orderId).map((event) => event.type);

export function historyOf(shop: Pick<Shop, 'dir'>, orderId: string): Row[] {
  return readStore(
    shop,
    `SELECT order_history.version, kind, actor_type, request_id FROM order_history
     JOIN orders ON orders.seq = order_seq WHERE lower(hex(orders.id)) = ? ORDER BY order_history.version`,
    bytes(orderId),
  );
}

/** @param rows a table, with conditions if needed */
export function countRows(shop: Pick<Shop, 'dir'>, rows: string): number {
  return Number(readStore(shop, `SELECT count(*) AS n FROM ${rows}`)[0]?.['n']);
}

export interface RawSocket {
  send(data: string | Uint8Array): void;
  /** The whole answer, once it has arrived or the connection has been closed. */
  answer(): Promise<Answer>;
  close(): void;
}

function parseAnswer(received: Buffer): Answer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  const body = received.subarray(end + 4);
  if (body.length < Number(headers.get('content-length') ?? 0)) return undefined;
  const text = body.toString('utf8');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: text.startsWith('{') ? JSON.parse(text) : text === '' ? undefined : text,
  };
}

export async function rawSocket(url: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answered = Promise.withResolvers<Answer>();
  answered.promise.catch(() => undefined);
  let received = Buffer.alloc(0);
  const settle = (): void => {
    const answer = parseAnswer(received);
    if (answer !== undefined) answered.resolve(answer);
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    settle();
  });
  socket.on('close', () => answered.reject(new Error(`closed after: ${received.toString('latin1')}`)));
  const opened = Promise.withResolvers<void>();
  socket.on('connect', opened.resolve);
  socket.on('error', (error) => {
    opened.reject(error);
    answered.reject(error);
  });
  await opened.promise;
  return {
    send: (data) => void socket.write(data),
    answer: () => answered.promise,
    close: () => void socket.destroy(),
  };
}

export async function rawRequest(url: string, ...parts: (string | Uint8Array)[]): Promise<Answer> {
  const socket = await rawSocket(url);
  try {
    for (const part of parts) socket.send(part);
    return await socket.answer();
  } finally {
    socket.close();
  }
}
