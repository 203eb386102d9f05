/** Observes the executable's system calls from outside. */

import { afterAll, beforeAll, expect } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Client,
  client,
  dataDir,
  docket,
  docketJson,
  EXECUTABLE,
  initShop,
  makeKey,
  orderBody,
  serve,
} from '../support/docket.ts';
import { countRows } from '../support/http-answers.ts';
import { missingOrders } from '../support/load.ts';
import { startReceiver } from '../support/receiver.ts';
import { lacksTrace, testUnless } from '../support/tools.ts';
import { trace } from '../support/traced-disk.ts';
import { until } from '../support/until.ts';

const dir = dataDir();
const at = ['--data', dir.path];
const acknowledged: string[] = [];
beforeAll(() => initShop(at));
afterAll(() => dir[Symbol.dispose]());

async function create(api: Client, body: Record<string, unknown> = orderBody()): Promise<string> {
  const made = await api.post('/api/v1/orders/create', body);
  if (made.status === 200) acknowledged.push(made.body.data.id);
  return made.status === 200 ? made.body.data.id : made.body.code;
}

const countStored = (body: Record<string, unknown>): number =>
  countRows({ dir: dir.path }, `orders WHERE repeat_key = '${body['requestKey']}'`);

interface Span {
  readonly thread: string;
  readonly begun: number;
  readonly over: number;
}

/** Finds each sync of the log in the trace. `begun` and `over` are indexes of lines. */
function syncsOf(lines: readonly string[]): Span[] {
  const begunBy = new Map<string, number>();
  const spans: Span[] = [];
  for (const [line, text] of lines.entries()) {
    const [, thread = ''] = /^(\d+) /.exec(text) ?? [];
    if (/fdatasync\(\d+<[^>]*docket\.db-wal>/.test(text)) begunBy.set(thread, line);
    if (!/fdatasync.* = 0/.test(text)) continue;
    const begun = begunBy.get(thread);
    if (begun !== undefined) spans.push({ thread, begun, over: line });
    begunBy.delete(thread);
  }
  return spans;
}

/** Creates one order, and four more while the first is being synced. @returns the orders' ids by their request keys */
async function createDuringSync(api: Client): Promise<ReadonlyMap<string, string>> {
  const bodies = Array.from({ length: 5 }, () => orderBody());
  const [first = {}, ...more] = bodies;
  const making = create(api, first);
  await until('the commit', () => countStored(first) > 0);
  const ids = await Promise.all([making, ...more.map((body) => create(api, body))]);
  return new Map(bodies.map((body, at) => [String(body['requestKey']), ids[at] ?? '']));
}

const ROUNDS = 6;

const lack = lacksTrace();
const traced = (name: string, run: () => Promise<void>): void => testUnless(lack, name, run);

traced('no create is answered before its sync returns, and nothing is written during a sync', async () => {
  const key = await makeKey(at, 'site');
  await using server = await serve(dir.path, ['--log-level', 'error']);
  const api = client(server.url, key);
  await create(api);
  await using calls = await trace(server.pid, 'delay_exit=50000');
  const made: [key: string, id: string][] = [];
  for (let round = 0; round < ROUNDS; round += 1) made.push(...(await createDuringSync(api)));
  const lines = await calls.end();
  const all = syncsOf(lines);
  // SQLite itself also syncs when it moves the log into the file. Another thread does that while writing continues, so
  // those syncs are left out.
  const syncs = all.filter(({ thread }) => thread === all[0]?.thread);
  const writes = lines.flatMap((text, line) => (/ pwrite64\(\d+<[^>]*docket\.db-wal>/.test(text) ? [line] : []));
  // Each round needs at least one sync. On a slow machine all five orders of a round may share one.
  expect(syncs.length).toBeGreaterThanOrEqual(ROUNDS);
  expect(syncs.flatMap(({ begun, over }) => writes.filter((line) => begun < line && line < over))).toEqual([]);
  for (const [key, id] of made) {
    const written = writes.find((line) => lines[line]?.includes(key));
    const answered = lines.findIndex(
      (text) => /(?:sendto|write|writev|sendmsg)\(\d+<socket/.test(text) && text.includes(id),
    );
    expect([key, written !== undefined, answered > 0]).toEqual([key, true, true]);
    const covered = syncs.some(({ begun, over }) => (written ?? Number.NaN) < begun && over < answered);
    expect([key, covered]).toEqual([key, true]);
  }
  await server.end();
});

traced('neither a commit nor a checkpoint makes the event loop wait for the disk', async () => {
  const key = await makeKey(at, 'many');
  await using server = await serve(dir.path, ['--log-level', 'error']);
  const api = client(server.url, key);
  await create(api);
  const header = (): string => readFileSync(join(dir.path, 'docket.db-wal')).toHex().slice(0, 64);
  const before = header();
  const body = () => orderBody({ additional: { comment: 'x'.repeat(10_000), cardText: 'x'.repeat(10_000) } });
  const createMany = () => Promise.all(Array.from({ length: 32 }, () => create(api, body())));
  // The log is filled before the trace begins. On a busy machine, tracing makes each page of the log many times slower.
  await until('a log that is nearly full', async () => {
    await createMany();
    return statSync(join(dir.path, 'docket.db-wal')).size > 13_000_000;
  });
  expect(header()).toBe(before);
  await using calls = await trace(server.pid, 'delay_exit=1000');
  await until('the log to restart', async () => {
    await createMany();
    return header() !== before;
  });
  const lines = await calls.end();
  const syncs = lines.filter((text) => /f(?:data)?sync\(\d+</.test(text));
  expect(syncs.filter((text) => text.startsWith(`${server.pid} `))).toEqual([]);
  expect(syncs.filter((text) => text.includes('docket.db>'))).not.toEqual([]);
  await server.end();
});

traced('while a new order is being synced to the disk, other calls do not see it and no webhook is sent', async () => {
  using receiver = startReceiver();
  const key = await makeKey(at, 'slow');
  await docketJson(['webhook', 'add', ...at, '--url', receiver.url, '--events', 'all', '--allow-private-webhooks']);
  await using server = await serve(dir.path, ['--allow-private-webhooks', '--log-level', 'error']);
  const api = client(server.url, key);
  await create(api);
  await receiver.count(1);
  await using calls = await trace(server.pid, 'delay_exit=500000');
  const body = orderBody();
  let answered = false;
  const making = create(api, body).then((id) => {
    answered = true;
    return id;
  });
  await until('the commit', () => countStored(body) > 0);
  const listed = await api.get('/api/v1/orders?limit=1');
  const sentMeanwhile = receiver.received.length;
  // The list was read while the new order was still being synced. Otherwise the test would prove nothing.
  expect(answered).toBe(false);
  expect(listed.body.data.orders[0].id).toBe(acknowledged.at(-1));
  expect(sentMeanwhile).toBe(1);
  const id = await making;
  expect((await api.get('/api/v1/orders?limit=1')).body.data.orders[0].id).toBe(id);
  await receiver.count(2);
  await calls.end();
  await server.end();
});

traced('a backup appears under its name only after all of its contents are on the disk', async () => {
  const key = await makeKey(at, 'copied');
  await using server = await serve(dir.path, ['--log-level', 'error']);
  await create(client(server.url, key));
  using folder = dataDir();
  const backUp = (name: string, ...how: string[]) => {
    const calls = ['--trace=pread64,fdatasync,rename,renameat2,link,linkat', `--output=${join(folder.path, 'calls')}`];
    const wrapper = ['strace', '--follow-forks', '--decode-fds=path', ...calls, ...how, EXECUTABLE];
    return docket(['backup', ...at, join(folder.path, name)], { wrapper });
  };
  expect((await backUp('refused', '--inject=fdatasync:error=EIO')).status).toBe(1);
  expect(existsSync(join(folder.path, 'refused'))).toBe(false);
  expect((await backUp('made')).status).toBe(0);
  const lines = readFileSync(join(folder.path, 'calls'), 'latin1').split('\n');
  const lineOf = (call: RegExp): number => lines.findIndex((text) => call.test(text));
  const steps = [
    lineOf(/pread64\(\d+<[^>]*docket\.db-wal>/),
    syncsOf(lines)[0]?.over ?? -1,
    lineOf(/(?:rename|link).*\/made"/),
  ];
  expect(steps).not.toContain(-1);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  await server.end();
});

traced('a command syncs the write-ahead log of a killed server, but not that of a running server', async () => {
  const key = await makeKey(at, 'killed');
  using folder = dataDir();
  const listed = async (): Promise<readonly string[]> => {
    const file = join(folder.path, 'calls');
    const calls = ['--follow-forks', '--decode-fds=path', '--trace=pwrite64,fdatasync,write,pwritev2,sendto,sendmsg'];
    calls.push(`--output=${file}`);
    expect((await docket(['key', 'list', ...at], { wrapper: ['strace', ...calls, EXECUTABLE] })).status).toBe(0);
    return readFileSync(file, 'latin1').split('\n');
  };
  const rewritten = (text: string): boolean => /pwrite64\(\d+<[^>]*docket\.db-wal>.*, 0\) /.test(text);
  const server = await serve(dir.path, ['--log-level', 'error']);
  await create(client(server.url, key));
  expect((await listed()).filter(rewritten)).toEqual([]);
  await server.end('SIGKILL');
  const lines = await listed();
  const [wrote, said] = [lines.findIndex(rewritten), lines.findIndex((text) => text.includes('"id   '))];
  expect([wrote, said]).not.toContain(-1);
  expect(syncsOf(lines).some(({ begun, over }) => wrote < begun && over < said)).toBe(true);
});

traced('a server acknowledges no change after a failed sync until it is started again', async () => {
  const bodies = Array.from({ length: 8 }, () => orderBody());
  const key = await makeKey(at, 'failing');
  {
    await using server = await serve(dir.path, ['--log-level', 'error']);
    const api = client(server.url, key);
    await create(api);
    {
      await using _ = await trace(server.pid, 'error=EIO');
      expect(new Set(await Promise.all(bodies.map((body) => create(api, body))))).toEqual(new Set(['unavailable']));
    }
    // The disk works again, but its lost data stays lost.
    expect(await create(api)).toBe('unavailable');
    const ready = await api.get('/health/ready');
    expect([ready.status, ready.body.message]).toEqual([503, expect.stringContaining('started again')]);
    expect((await api.get(`/api/v1/orders/${acknowledged.at(-1)}`)).status).toBe(200);
    expect(server.stderr()).toContain('the disk failed to keep what was written');
    expect(await server.end()).toBe(0);
  }
  await using server = await serve(dir.path, ['--log-level', 'error']);
  const api = client(server.url, key);
  await create(api);
  expect((await api.get('/health/ready')).status).toBe(200);
  // The failed answers left open whether the server stored these orders. Repeating the requests must leave each order
  // stored exactly once.
  const ids = await Promise.all(bodies.map((body) => create(api, body)));
  expect(await Promise.all(bodies.map((body) => create(api, body)))).toEqual(ids);
  expect(bodies.map(countStored)).toEqual(bodies.map(() => 1));
  expect(await server.end()).toBe(0);
  expect(missingOrders(dir.path, acknowledged)).toEqual([]);
});
