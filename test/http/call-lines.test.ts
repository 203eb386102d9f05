import { expect, test } from 'bun:test';
import { createCallLines, createLargeCreateLines } from '../../src/http/index.ts';
import { createApiKey, revokeApiKey, SCOPES } from '../../src/keys/index.ts';
import { beginCall, type Call } from '../../src/web/index.ts';
import { client, orderBody } from '../support/docket.ts';
import { holdWriter, refusalFrom, secondWorkspace, TEST_ACTOR } from '../support/store.ts';
import { openTimedShop, type TimedShop } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';

const AT_ONCE = 64;

const newCall = (): Call => beginCall(new Request('http://localhost/'), '', 0);
const HERE = { left: () => new AbortController().signal, takeRoom: () => () => {} };
const end = ({ afterwards }: Call): void => {
  for (const work of afterwards) work();
};

test('each call of a workspace beyond 64 waits until an earlier call of that workspace is answered', async () => {
  const turns: (() => void)[] = [];
  const lines = createCallLines({ atOnce: AT_ONCE, later: (then) => void turns.push(then) });
  const calls = Array.from({ length: AT_ONCE + 2 }, newCall);
  const begun: number[] = [];
  for (const [at, call] of calls.entries()) {
    const turn = lines.enter(call, 1, HERE);
    expect(turn === undefined).toBe(at < AT_ONCE);
    void turn?.then(() => begun.push(at));
  }
  expect(lines.enter(newCall(), 2, HERE)).toBeUndefined();
  const answer = async (at: number): Promise<void> => {
    end(calls[at] ?? newCall());
    await Bun.sleep(0);
  };
  await answer(3);
  expect([begun, turns.length]).toEqual([[], 1]);
  turns.shift()?.();
  await answer(AT_ONCE);
  turns.shift()?.();
  await Bun.sleep(0);
  expect(begun).toEqual([AT_ONCE, AT_ONCE + 1]);
  for (const [at, call] of calls.entries()) if (at !== 3 && at !== AT_ONCE) end(call);
  expect(turns).toEqual([]);
  expect(lines.enter(newCall(), 1, HERE)).toBeUndefined();
});

test('a workspace’s calls wait for one another only while another workspace sends calls too', async () => {
  let isAlone = true;
  let rooms = 0;
  const takeRoom = () => {
    rooms += 1;
    return () => {
      rooms -= 1;
    };
  };
  const lines = createCallLines({ atOnce: 2, isAlone: () => isAlone, later: (then) => then() });
  const calls = Array.from({ length: 4 }, newCall);
  for (const call of calls) expect(lines.enter(call, 1, { ...HERE, takeRoom })).toBeUndefined();
  // The first two calls need no reserved memory. The two calls beyond them reserve memory until they are answered.
  expect(rooms).toBe(2);
  isAlone = false;
  const begun: string[] = [];
  const wait = (name: string): Call => {
    const call = newCall();
    void lines.enter(call, 1, { ...HERE, takeRoom })?.then(() => begun.push(name));
    return call;
  };
  const fifth = wait('fifth');
  wait('sixth');
  wait('seventh');
  const endAndLook = async (call: Call | undefined): Promise<readonly string[]> => {
    end(call ?? newCall());
    await Bun.sleep(0);
    return [...begun];
  };
  expect(await endAndLook(calls[0])).toEqual([]);
  expect(await endAndLook(calls[1])).toEqual([]);
  expect(await endAndLook(calls[2])).toEqual(['fifth']);
  isAlone = true;
  expect(await endAndLook(fifth)).toEqual(['fifth', 'sixth', 'seventh']);
  await endAndLook(calls[3]);
  expect(rooms).toBe(0);
});

test('a waiting call leaves the queue when its sender hangs up, and the next call takes its place', async () => {
  const lines = createCallLines({ atOnce: 1, later: (then) => then() });
  const [first, second, third] = [newCall(), newCall(), newCall()];
  const leaving = new AbortController();
  expect(lines.enter(first, 1, HERE)).toBeUndefined();
  const turns = [lines.enter(second, 1, { ...HERE, left: () => leaving.signal }), lines.enter(third, 1, HERE)];
  leaving.abort();
  await expect(turns[0]).rejects.toThrow(/requests wait at once/);
  // The call never had a slot, so its end frees none.
  end(second);
  expect(await Promise.race([turns[1], Promise.resolve('waits')])).toBe('waits');
  end(first);
  expect(await turns[1]).toBeUndefined();
  // A call whose sender has already left does not join a queue.
  await expect(lines.enter(newCall(), 1, { ...HERE, left: () => leaving.signal })).rejects.toThrow(
    /requests wait at once/,
  );
  end(third);
  expect(lines.enter(newCall(), 1, HERE)).toBeUndefined();
});

test('a queue of large creates pauses after each create for as long as that create took, up to a second', async () => {
  const rests: number[] = [];
  let nowMs = 0;
  const lines = createLargeCreateLines({ monotonic: () => nowMs }, (then, ms) => {
    rests.push(ms);
    then();
  });
  const [first, second, third] = [newCall(), newCall(), newCall()];
  expect(lines.enter(first, 1, HERE)).toBeUndefined();
  const turns = [lines.enter(second, 1, HERE), lines.enter(third, 1, HERE)];
  expect(lines.enter(newCall(), 2, HERE)).toBeUndefined();
  for (const [call, tookMs, next] of [
    [first, 300, turns[0]],
    // The create waited 300 ms in the queue, but that time does not count.
    [second, 20, turns[1]],
    [third, 5_000, undefined],
  ] as const) {
    nowMs += tookMs;
    end(call);
    await next;
  }
  expect(rests).toEqual([300, 20, 1_000]);
});

async function keyOf({ store }: TimedShop, source: string, of = store.workspace) {
  const ctx = { storage: store.storage, random: store.world.random, workspace: of, actor: TEST_ACTOR };
  return createApiKey(ctx, { name: source, source, scopes: SCOPES });
}

function callsOf({ url }: TimedShop, { key }: { readonly key: string }) {
  const api = client(url, key);
  return {
    create: async (more = {}) => (await api.post('/api/v1/orders/create', orderBody(more))).status,
    list: async () => (await api.get('/api/v1/orders')).status,
  };
}

test('a call waits for at most 64 calls of another workspace, whatever API keys those calls use', async () => {
  await using shop = await openTimedShop();
  const { storage } = shop.store;
  const neighbour = await keyOf(shop, 'site', await secondWorkspace(shop.store));
  const [one, two, three] = [await keyOf(shop, 'one'), await keyOf(shop, 'two'), await keyOf(shop, 'three')];
  const create = (key: typeof one) => callsOf(shop, key).create();
  const list = (key: typeof one) => callsOf(shop, key).list();
  // The first call with an API key writes the time of use. So each API key is used once before the writer is held.
  for (const key of [neighbour, one, two, three]) expect(await list(key)).toBe(200);
  const release = await holdWriter(storage);
  const creates = Array.from({ length: AT_ONCE }, (_, at) => create(at % 2 === 0 ? one : two));
  await until('the first calls wait for the writer', () => storage.waiting() === AT_ONCE);
  creates.push(...Array.from({ length: 30 }, () => create(two)));
  const lists = Array.from({ length: 10 }, () => list(three));
  // This call arrives after the others, and is answered before them.
  expect(await list(neighbour)).toBe(200);
  const own = create(neighbour);
  await until('the neighbour’s call waits for the writer', () => storage.waiting() > AT_ONCE);
  expect(storage.waiting()).toBe(AT_ONCE + 1);
  const revoked = revokeApiKey(shop.store.ctx(), three.id);
  await release();
  expect([await own, await revoked]).toEqual([200, 'revoked']);
  expect(new Set(await Promise.all(creates))).toEqual(new Set([200]));
  expect(new Set(await Promise.all(lists))).toEqual(new Set([401]));
});

test('a workspace’s calls that create orders with many payments run one at a time, and other calls overtake them', async () => {
  await using shop = await openTimedShop();
  const { storage } = shop.store;
  const calls = callsOf(shop, await keyOf(shop, 'site'));
  const create = (payments: number) =>
    calls.create({ payments: Array.from({ length: payments }, () => ({ amount: 1 })) });
  expect(await create(1)).toBe(200);
  const release = await holdWriter(storage);
  const large = [create(11), create(11), create(100)];
  await until('the first waits for the writer', () => storage.waiting() === 1);
  const small = [create(10), create(0)];
  await until('the small ones wait for the writer', () => storage.waiting() === 3);
  await release();
  expect(await Promise.all([...small, ...large])).toEqual([200, 200, 200, 200, 200]);
});

test('other calls are answered while orders with many payments wait to be created', async () => {
  await using shop = await openTimedShop();
  const { storage } = shop.store;
  const { key } = await keyOf(shop, 'site');
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify(orderBody({ payments: Array.from({ length: 11 }, () => ({ amount: 1 })) }));
  const leaving = new AbortController();
  const create = (signal: AbortSignal) =>
    fetch(`${shop.url}/api/v1/orders/create`, { method: 'POST', headers, body, signal }).then(
      ({ status }) => status,
      () => 'left',
    );
  const list = () => fetch(`${shop.url}/api/v1/orders`, { headers }).then(({ status }) => status);
  expect(await list()).toBe(200);
  const release = await holdWriter(storage);
  const first = create(HERE.left());
  await until('the first waits for the writer', () => storage.waiting() === 1);
  // The bodies of a workspace's calls may take 24 MiB. After the 16 MiB below, 128 waiting calls of 64 KiB each still
  // fit.
  const { bodies } = shop.texts;
  const workspace = shop.store.workspace.seq;
  bodies.take({ person: 'another key', workspace }, 16 * 1_048_576);
  const hasRoom = (bytes: number): boolean =>
    refusalFrom(() => bodies.take({ person: 'a third key', workspace }, bytes)()) === undefined;
  const waiting = Array.from({ length: 2 * AT_ONCE }, () => create(leaving.signal));
  await until('all of them wait', () => !hasRoom(65_536));
  expect(await create(HERE.left())).toBe(429);
  expect(await list()).toBe(200);
  leaving.abort();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['left']));
  await until('the creates whose senders left take no room', () => hasRoom(128 * 65_536));
  await release();
  expect(await first).toBe(200);
  const stored = await fetch(`${shop.url}/api/v1/orders`, { headers }).then((answer) => answer.json());
  expect(stored).toMatchObject({ data: { orders: { length: 1 } } });
});

test('waiting calls reserve their memory and are refused when no memory is left', async () => {
  await using shop = await openTimedShop();
  const { storage } = shop.store;
  const { create, list } = callsOf(shop, await keyOf(shop, 'site'));
  expect(await list()).toBe(200);
  // Calls of a workspace wait for one another only if another workspace sends calls too.
  const neighbour = await keyOf(shop, 'site', await secondWorkspace(shop.store));
  expect(await callsOf(shop, neighbour).list()).toBe(200);
  const release = await holdWriter(storage);
  const begun = Array.from({ length: AT_ONCE }, () => create());
  await until('the first calls wait for the writer', () => storage.waiting() === AT_ONCE);
  // The bodies of a workspace's calls may take 24 MiB. After the loop below, two calls of 64 KiB each still fit.
  const { bodies } = shop.texts;
  const workspace = shop.store.workspace.seq;
  for (const person of ['a', 'b']) bodies.take({ person, workspace }, 12 * 1_048_576 - 65_536);
  // The text of this call is small, but its objects need more memory than is left.
  const many = { payments: [{ amount: 1, x: Array.from({ length: 2_000 }, () => ({})) }] };
  expect(await create(many)).toBe(429);
  const waiting = [create(), list()];
  const another = { person: 'c', workspace };
  await until('both wait', () => refusalFrom(() => bodies.take(another, 1)()) !== undefined);
  expect([await create(), await list()]).toEqual([429, 429]);
  await release();
  expect(new Set(await Promise.all([...begun, ...waiting]))).toEqual(new Set([200]));
  // The memory of the answered calls is free again.
  bodies.take(another, 2 * 65_536);
});
