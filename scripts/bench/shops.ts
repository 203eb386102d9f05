import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from './desk.ts';
import { run } from './load.ts';
import { createBody, createRequest } from './orders.ts';
import { makeShop, median, quantile, type Running, type Shop, script, start } from './processes.ts';
import { say } from './scale/made-shop.ts';
import { memoryOf, send } from './scale/measure.ts';
import { ENDPOINTS_EACH, makeShops, type Tenant } from './shops/make-shops.ts';

const ORDERS_A_DAY = 1_000;
const DAY_S = 86_400;
/** The seconds between two reads of the order list by the person at a shop's desk. */
const LOOK_S = 30;
const TIMES = [1, 8, 32, 128] as const;
const STEP_S = 40;
const BACKUP_AFTER_S = 10;
/** The least number of requests with which a shop counts in the figures by shop. */
const LEAST_OF_SHOP = 5;

/** Waiting times in milliseconds, one list for each shop. */
type Waits = number[][];

/**
 * Measures a thousand shops on one server. Each has a thousand orders a day, three endpoints and a person at the desk.
 * Each step multiplies the load, and a backup runs during each step.
 * @param count the number of shops; fewer than a thousand only test the bench itself
 * @param each the number of orders that each shop has at the start
 */
export async function benchShops(dir: string, count: number, each: number): Promise<void> {
  const receivers = await start(script('shops/receivers-server.ts'));
  const dataDir = join(dir, 'shops');
  const shop = makeShop(dataDir);
  const tenants = await makeShops(dataDir, count, receivers.url);
  const server = await shop.serve(
    '--allow-private-webhooks',
    '--backup-schedule',
    'off',
    '--backup-to',
    `${dataDir}-to`,
  );
  try {
    await fill(server, tenants, each);
    const pages = await openPages(server, tenants);
    for (const times of TIMES) await step({ server, receivers, shop, tenants, times, backups: `${dataDir}-to` });
    pages.abort();
  } finally {
    await Promise.all([server.stop(), receivers.stop()]);
  }
}

async function fill({ url }: Running, tenants: readonly Tenant[], each: number): Promise<void> {
  let made = 0;
  const next = (): string => {
    made += 1;
    return createRequest(tenants[made % tenants.length]?.key ?? '');
  };
  const { perSecond } = await run({ url, connections: 32, requests: tenants.length * each, next });
  say(`${tenants.length} shops, ${each} orders each, filled at ${perSecond.toFixed(0)} a second`);
}

/** Opens the live stream of each shop's page. @returns the controller that closes the streams */
async function openPages({ url }: Running, tenants: readonly Tenant[]): Promise<AbortController> {
  const pages = new AbortController();
  for (const { workspaceId, cookie } of tenants) {
    const live = `${url}/app/api/workspaces/${workspaceId}/live`;
    const { status } = await fetch(live, { headers: { cookie }, signal: pages.signal });
    if (status !== 200) throw new Error(`a page was answered with ${status}`);
  }
  return pages;
}

interface Step {
  readonly server: Running;
  readonly receivers: Running;
  readonly shop: Shop;
  readonly tenants: readonly Tenant[];
  readonly times: number;
  readonly backups: string;
}

async function step({ server, receivers, shop, tenants, times, backups }: Step): Promise<void> {
  await fetch(receivers.url);
  const before = threadsOf(server.pid);
  const api = { 'content-type': 'application/json' };
  const perSecond = ((tenants.length * ORDERS_A_DAY) / DAY_S) * times;
  const [creates, lists, backupS] = await Promise.all([
    atPace(tenants, perSecond, ({ key }) => {
      const headers = { ...api, authorization: `Bearer ${key}` };
      return new Request(`${server.url}/api/v1/orders/create`, { method: 'POST', headers, body: createBody() });
    }),
    atPace(tenants, (tenants.length / LOOK_S) * times, ({ workspaceId, cookie }) => {
      return new Request(`${server.url}/app/api/workspaces/${workspaceId}/orders`, { headers: { cookie } });
    }),
    Bun.sleep(BACKUP_AFTER_S * 1_000).then(() => secondsOf(() => backUp(server.url, shop))),
  ]);
  // The folder is kept, because a missing folder looks to Docket like a missing disk.
  for (const name of readdirSync(backups)) if (name.endsWith('.db')) rmSync(join(backups, name));
  const busy = busiest(before, threadsOf(server.pid));
  const delays: Waits = Object.values((await (await fetch(receivers.url)).json()) as Record<string, number[]>);
  const events = (perSecond * ENDPOINTS_EACH).toFixed(0);
  say(`${times} times the day: ${perSecond.toFixed(0)} creates and ${events} deliveries a second`);
  for (const [name, waits] of [
    ['creates', creates],
    ['lists', lists],
    ['deliveries', delays],
  ] as const) {
    say(`  ${name.padEnd(11)} ${inWords(waits)}`);
  }
  say(`  a backup took ${backupS.toFixed(1)} s; ${busy}; memory ${memoryOf(server.pid, 'resident').toFixed(0)} MiB`);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

/** Sends requests at a fixed rate. Measures each wait from the time the request was due, so queuing counts too. */
async function atPace(tenants: readonly Tenant[], perSecond: number, ask: (to: Tenant) => Request): Promise<Waits> {
  const waits: Waits = tenants.map(() => []);
  const answers: Promise<void>[] = [];
  const began = performance.now();
  for (let nth = 0; nth < perSecond * STEP_S; nth += 1) {
    const dueMs = began + (nth * 1_000) / perSecond;
    if (dueMs > performance.now()) await Bun.sleep(dueMs - performance.now());
    // 617 has no common factor with the number of shops, so every shop has its turn.
    const at = (nth * 617) % tenants.length;
    const tenant = tenants[at] as Tenant;
    answers.push(send(ask(tenant)).then(() => void waits[at]?.push(performance.now() - dueMs)));
  }
  await Promise.all(answers);
  return waits;
}

function inWords(waits: Waits): string {
  const all = waits.flat();
  const words = `${all.length}: p50 ${median(all).toFixed(1)}, p99 ${quantile(all, 0.99).toFixed(1)} ms`;
  const own = waits.filter(({ length }) => length >= LEAST_OF_SHOP);
  if (own.length === 0) return words;
  const worst = (part: number): string => Math.max(...own.map((few) => quantile(few, part))).toFixed(1);
  const middle = median(own.map((few) => quantile(few, 0.99))).toFixed(1);
  return `${words}; by shop: p50 at worst ${worst(0.5)}, p99 ${middle} in the middle and ${worst(0.99)} at worst`;
}

interface Threads {
  readonly atMs: number;
  readonly used: ReadonlyMap<string, { readonly name: string; readonly ns: number }>;
}

function threadsOf(pid: number): Threads {
  const used = new Map<string, { name: string; ns: number }>();
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const read = (file: string): string => readFileSync(`/proc/${pid}/task/${id}/${file}`, 'utf8').trim();
    try {
      used.set(id, { name: id === String(pid) ? 'main' : read('comm'), ns: Number(read('schedstat').split(' ')[0]) });
    } catch {
      // The thread ended after its folder was listed, so it is left out.
    }
  }
  return { atMs: performance.now(), used };
}

function busiest(before: Threads, now: Threads): string {
  const percent = (ns: number): number => ns / 10_000 / (now.atMs - before.atMs);
  const threads = [...now.used].map(([id, { name, ns }]) => {
    return { name, percent: percent(ns - (before.used.get(id)?.ns ?? 0)) };
  });
  const most = threads.toSorted((a, b) => b.percent - a.percent).slice(0, 4);
  const sum = threads.reduce((all, one) => all + one.percent, 0);
  const words = most.map((one) => `${one.name} ${one.percent.toFixed(0)} %`).join(', ');
  return `threads: ${words}, of ${sum.toFixed(0)} % in all`;
}
