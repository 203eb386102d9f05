import { join } from 'node:path';
import { enterDesk } from './desk.ts';
import { requestText, run } from './load.ts';
import { createBody, createRequest } from './orders.ts';
import { EXECUTABLE, makeShop, median, type Running, type Shop, script, start } from './processes.ts';
import type { SweptReads } from './sweep-reads.ts';

/** A cheap virtual machine's disk: each sync takes so long. strace sees to it, and stops the server at nothing else. */
const SYNC_MS = 20;
const SLOWLY = [
  'strace',
  '--daemonize',
  '--follow-forks',
  '--seccomp-bpf',
  '--output=/dev/null',
  '--trace=fsync,fdatasync',
  `--inject=fsync,fdatasync:delay_exit=${SYNC_MS * 1_000}`,
];
const PACE_MS = 20;
const MEASURED_MS = 4_000;
const READERS = 4;
const WRITERS = 64;
const MANY = 1_000_000;
/** Worked off for longer than is measured. */
const IMPORTED = 30_000;

/** Creates at a steady pace, whatever becomes of each. @returns what ends it */
function startCreates({ key }: Shop, url: string): () => Promise<void> {
  const under = new Set<Promise<unknown>>();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const timer = setInterval(() => {
    const one = fetch(`${url}/api/v1/orders/create`, { method: 'POST', headers, body: createBody() })
      .then((answer) => answer.text())
      .finally(() => under.delete(one));
    under.add(one);
  }, PACE_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(under);
  };
}

const LAG = /^docket_event_loop_lag_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm;

/** How often the event loop was at most so many seconds late, since the server began; the server looks four times a second. */
async function readLags(url: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return new Map([...text.matchAll(LAG)].map(([, bound = '', times]) => [bound, Number(times)]));
}

/** What `work` comes to, and by how much the event loop was late meanwhile, in words. */
async function withLag<T>(url: string, work: () => Promise<T>): Promise<readonly [result: T, late: string]> {
  const before = await readLags(url);
  const result = await work();
  const looks = [...(await readLags(url))].map(([bound, times]) => [bound, times - (before.get(bound) ?? 0)] as const);
  const all = looks.at(-1)?.[1] ?? 0;
  const [worst] = looks.find(([, times]) => times === all) ?? [];
  return [result, `the event loop at most ${Number(worst) * 1_000} ms late in ${all} looks`];
}

/** What an import costs those who read meanwhile. */
async function measureImport(
  disk: string,
  shop: Shop,
  { url }: Running,
  read: () => ReturnType<typeof run>,
): Promise<void> {
  const { cookie, base } = await enterDesk(url, shop);
  const rows = Array.from(
    { length: IMPORTED },
    (_, n) => `import-${n};2026-03-08;Букет «Весна»;1500;Мария;+79123456789`,
  );
  const begun = performance.now();
  const accepted = await fetch(`${base}/orders/import`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/csv', 'sec-fetch-site': 'same-origin' },
    body: `number;date;item;price;client;phone\n${rows.join('\n')}\n`,
  });
  if (!accepted.ok) throw new Error(`the import was answered with ${accepted.status}: ${await accepted.text()}`);
  const acceptedMs = performance.now() - begun;
  const [{ p99Ms }, late] = await withLag(url, read);
  process.stdout.write(
    `${disk}: reads p99 ${p99Ms.toFixed(1)} ms beside an import, which was accepted within ${Math.round(acceptedMs)} ms; ${late}\n`,
  );
}

/** What a sweep costs those who read meanwhile. */
async function measureSweep(disk: string, wrapper: readonly string[], dataDir: string): Promise<void> {
  const child = Bun.spawn([...wrapper, ...script('sweep-reads.ts', dataDir)], { stdout: 'pipe', stderr: 'inherit' });
  const { alone, beside }: SweptReads = JSON.parse(await new Response(child.stdout).text());
  const figures = [alone, beside].map(
    ({ p99Ms, mostMs }) => `p99 ${p99Ms.toFixed(1)}, at most ${mostMs.toFixed(1)} ms`,
  );
  process.stdout.write(`${disk}: reads in the process ${figures.join(' alone; ')} beside a sweep\n`);
}

/** How long reads take alone, and beside fifty creates a second; and how many creates 64 clients bring through. */
async function measure(disk: string, shop: Shop, server: Running, rounds: number): Promise<void> {
  const reading = { url: server.url, connections: READERS, requests: MANY, mostMs: MEASURED_MS };
  const read = () => run({ ...reading, next: () => requestText('GET', '/api/v1/orders?limit=10', shop.key) });
  const pairs: { alone: number; beside: number; creates: number; longest: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await read();
    const stop = startCreates(shop, server.url);
    const [beside, late] = await withLag(server.url, read);
    await stop();
    const next = (): string => createRequest(shop.key);
    const load = { url: server.url, connections: WRITERS, requests: MANY, mostMs: MEASURED_MS, next };
    const creates = await run(load);
    process.stdout.write(`${disk}: beside 50 creates a second ${late}\n`);
    pairs.push({ alone: alone.p99Ms, beside: beside.p99Ms, creates: creates.perSecond, longest: creates.p99Ms });
  }
  const [alone, beside] = [median(pairs.map((pair) => pair.alone)), median(pairs.map((pair) => pair.beside))];
  const [creates, longest] = [median(pairs.map((pair) => pair.creates)), median(pairs.map((pair) => pair.longest))];
  process.stdout.write(
    `${disk}: reads p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} beside 50 creates a second; ` +
      `${Math.round(creates)} creates/s of ${WRITERS} clients, p99 ${longest.toFixed(1)} ms\n`,
  );
  await measureImport(disk, shop, server, read);
}

/** What a slow disk costs those who read, and those who write; beside the disk of this machine. */
export async function benchSlowDisk(dir: string, rounds: number): Promise<void> {
  const disks = { 'disk of this machine': [], [`disk that syncs in ${SYNC_MS} ms`]: SLOWLY };
  for (const [at, [disk, wrapper]] of Object.entries(disks).entries()) {
    const shop = makeShop(join(dir, `slow-disk-${at}`));
    const flags = ['--port', '0', '--rate-limit', '0', '--log-level', 'warn'];
    const server = await start([...wrapper, EXECUTABLE, 'serve', ...shop.data, ...flags]);
    try {
      await measure(disk, shop, server, rounds);
    } finally {
      await server.stop();
    }
    await measureSweep(disk, wrapper, join(dir, `sweep-${at}`));
  }
}
