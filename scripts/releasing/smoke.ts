import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const UNPRIVILEGED = 65_534;
const READY_MS = 30_000;

/** Files that the folder of another project might contain. None may affect an executable started there. */
const HOSTILE: Readonly<Record<string, string>> = {
  '.env': 'DOCKET_PORT=1\nDOCKET_HOST=256.0.0.1\nBUN_OPTIONS=--inspect\n',
  '.env.production': 'DOCKET_ENVIRONMENT=nonsense\n',
  'bunfig.toml': 'preload = ["./evil.ts"]\n',
  'evil.ts': "throw new Error('the folder that it was started in ran its own code');\n",
  'package.json': '{ this is no JSON',
  'tsconfig.json': '{ nor is this',
};

/**
 * Tries out an executable with an empty environment, never as root, in a folder with files of another project. Creates
 * a shop and an order, sends the order again and reads it. Then runs `check` and `self-test`.
 * @throws Error that names the failed step
 */
export async function smokeTest(executable: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docket-smoke-'));
  try {
    const trap = join(folder, 'trap');
    mkdirSync(trap);
    for (const [name, text] of Object.entries(HOSTILE)) writeFileSync(join(trap, name), text);
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    chmodSync(folder, 0o755);
    if (process.geteuid?.() === 0) chownSync(data, UNPRIVILEGED, UNPRIVILEGED);
    await tryOut(executable, trap, data);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const asNobody = (command: readonly string[]): string[] =>
  process.geteuid?.() === 0
    ? ['setpriv', `--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, '--clear-groups', ...command]
    : [...command];

async function tryOut(executable: string, cwd: string, data: string): Promise<void> {
  const docket = (...args: readonly string[]): string => {
    const command = asNobody([executable, ...args, '--data', data]);
    const { success, stdout, stderr } = Bun.spawnSync(command, { cwd, env: {} });
    if (!success) throw new Error(`docket ${args.join(' ')}: ${stdout.toString()}${stderr.toString()}`);
    return stdout.toString();
  };
  docket('version');
  docket('init', '--workspace', 'Smoke', '--email', 'a@example.com', '--password', 'long enough for it');
  const { key } = JSON.parse(docket('key', 'create', '--source', 'smoke', '--json'));
  const command = asNobody([executable, 'serve', '--data', data, '--port', '0', '--log-level', 'error']);
  const server = Bun.spawn(command, { cwd, env: {}, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  const deadline = setTimeout(() => server.kill('SIGKILL'), READY_MS);
  try {
    const url = await readyAt(server.stdout);
    docket('health', '--url', url);
    await tryOrder(url, key);
    server.kill('SIGTERM');
    if ((await server.exited) !== 0) throw new Error(`the server ended with ${server.exitCode}`);
  } finally {
    clearTimeout(deadline);
    server.kill('SIGKILL');
  }
  docket('check');
  docket('self-test');
}

async function readyAt(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const part of output) {
    text += Buffer.from(part).toString();
    const url = /ready at (http:\S+)/.exec(text)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`the server did not start: ${text}`);
}

async function tryOrder(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const products = [{ name: 'Букет 🌷', quantity: 2, price: 1500.5 }];
  const body = JSON.stringify({ requestKey: 'smoke', date: '2026-03-08T10:00:00Z', products });
  const ids: unknown[] = [];
  for (const replayed of [null, 'true']) {
    const answer = await fetch(`${url}/api/v1/orders/create`, { method: 'POST', headers, body });
    const told = await answer.text();
    const replay = answer.headers.get('idempotent-replayed');
    if (answer.status !== 200 || replay !== replayed || !told.includes('"price":3001,')) {
      throw new Error(`a create was answered with ${answer.status} ${told}`);
    }
    ids.push(JSON.parse(told).data.id);
  }
  const read = await fetch(`${url}/api/v1/orders/${ids[1]}`, { headers });
  if (ids[0] !== ids[1] || read.status !== 200) throw new Error('the order that was made is not there');
  for (const page of ['/app', '/docs']) {
    const { status } = await fetch(`${url}${page}`);
    if (status !== 200) throw new Error(`${page} was answered with ${status}`);
  }
}
