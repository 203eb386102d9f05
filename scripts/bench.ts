import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Load, type Measured, requestText, run } from './bench/load.ts';

/**
 * Prints how fast Docket is as a share of a bare server with the same promise, both in one run, in turn: single figures
 * mean nothing on a noisy machine. Usage: bun run bench [rounds]
 */

const ROOT = resolve(import.meta.dir, '..');
const EXECUTABLE = join(ROOT, 'dist/docket');
const CONNECTIONS = 32;
const ROUNDS = Number(process.argv[2] ?? 5);
const CREATES = 12_000;
const READS = 20_000;
const LISTS = 5_000;

interface Contender {
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly ids: string[];
  stop(): Promise<void>;
}

async function start(name: string, command: string[], key: string): Promise<Contender> {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' });
  let text = '';
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    const url = /ready at (\S+)/.exec(text)?.[1];
    if (url === undefined) continue;
    const stop = async (): Promise<void> => {
      child.kill('SIGKILL');
      await child.exited;
    };
    return { name, url, key, ids: [], stop };
  }
  throw new Error(`${name} did not start: ${text}`);
}

function docket(args: string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync([EXECUTABLE, ...args]);
  if (!success) throw new Error(`docket ${args.join(' ')}: ${stderr}`);
  return stdout.toString();
}

async function startDocket(dir: string): Promise<Contender> {
  const data = ['--data', join(dir, 'docket')];
  docket(['init', ...data, '--workspace', 'Bench', '--email', 'bench@example.com', '--password', 'bench bench']);
  const { key } = JSON.parse(docket(['key', 'create', ...data, '--source', 'bench', '--json'])) as { key: string };
  const flags = ['--port', '0', '--rate-limit', '0', '--log-level', 'warn'];
  return start('docket', [EXECUTABLE, 'serve', ...data, ...flags], key);
}

let made = 0;

function createRequest({ key }: Contender): string {
  made += 1;
  const body = {
    requestKey: `bench-${made}`,
    platform: 'site',
    date: '2026-03-08T10:00:00+03:00',
    timeStart: '10:00',
    client: { name: 'Мария Иванова', phone: '+79123456789' },
    products: [
      { id: 'rose-15', name: 'Букет «Весна» 🌷', quantity: 1, price: 1500 },
      { name: 'Открытка', quantity: 2, price: 150.5 },
    ],
    delivery: { deliveryType: 'courier', price: 350, adress: 'ул. Ленина, 1', flat: '12' },
  };
  return requestText('POST', '/api/v1/orders/create', key, JSON.stringify(body));
}

function workloads(to: Contender): Record<string, Omit<Load, 'url' | 'connections'>> {
  let at = 0;
  const nextId = (): string => {
    at += 1;
    return to.ids[at % to.ids.length] ?? '';
  };
  return {
    creates: {
      requests: CREATES,
      next: () => createRequest(to),
      answered: (body) => to.ids.push(/"id":"([0-9a-f-]{36})"/.exec(body)?.[1] ?? ''),
    },
    reads: { requests: READS, next: () => requestText('GET', `/api/v1/orders/${nextId()}`, to.key) },
    lists: { requests: LISTS, next: () => requestText('GET', '/api/v1/orders', to.key) },
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(name: string, bare: Contender, ours: Contender): Promise<void> {
  const once = async (to: Contender): Promise<Measured> => {
    const load = workloads(to)[name];
    if (load === undefined) throw new Error(`no workload ${name}`);
    return run({ ...load, url: to.url, connections: CONNECTIONS });
  };
  const pairs: { bare: Measured; ours: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) pairs.push({ bare: await once(bare), ours: await once(ours) });
  const ratios = pairs.map((pair) => pair.ours.perSecond / pair.bare.perSecond).sort((a, b) => a - b);
  const oursRate = Math.round(median(pairs.map((pair) => pair.ours.perSecond)));
  const bareRate = Math.round(median(pairs.map((pair) => pair.bare.perSecond)));
  const p99 = median(pairs.map((pair) => pair.ours.p99Ms)).toFixed(1);
  const spread = `${ratios[0]?.toFixed(2)}-${ratios.at(-1)?.toFixed(2)}`;
  process.stdout.write(
    `${name.padEnd(8)} ratio ${median(ratios).toFixed(2)} (${spread})  docket ${oursRate}/s, p99 ${p99} ms  bare ${bareRate}/s\n`,
  );
}

if (!existsSync(EXECUTABLE)) throw new Error('dist/docket is missing: run ./scripts/build first');
const dir = mkdtempSync(join(tmpdir(), 'docket-bench-'));
const ours = await startDocket(dir);
const bare = await start(
  'bare',
  [process.execPath, join(import.meta.dir, 'bench/bare-server.ts'), join(dir, 'bare.db')],
  '',
);
try {
  process.stdout.write(`${CONNECTIONS} connections, ${ROUNDS} rounds in turn; medians\n`);
  for (const name of ['creates', 'reads', 'lists']) await measure(name, bare, ours);
} finally {
  await Promise.all([ours.stop(), bare.stop()]);
  rmSync(dir, { recursive: true, force: true });
}
