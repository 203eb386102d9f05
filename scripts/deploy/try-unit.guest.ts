/** The tests of `docket.service`. try-unit.ts runs this file as root in a virtual machine with the service. */

import { copyFileSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DOCKET = '/opt/docket/docket';
const DATA = '/var/lib/docket';
const URL = 'http://127.0.0.1:8080';
const SECOND_MS = 1_000;
/** The watchdog's two minutes, plus time for the process to end and start again. */
const WATCHDOG_SECONDS = 200;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const check = (what: string, holds: boolean, found: unknown = ''): void =>
  say(holds ? `ok: ${what}` : `problem: ${what}: ${String(found).trim().replaceAll('\n', ' / ')}`);

interface CommandResult {
  readonly ok: boolean;
  readonly text: string;
}

/** Runs a command without BUN_BE_BUN. With that variable, `docket` would act as Bun instead of as Docket. */
function run(...command: string[]): CommandResult {
  const { BUN_BE_BUN: _, ...env } = process.env;
  const { success, stdout, stderr } = Bun.spawnSync(command, { env: { ...env, DOCKET_DATA: DATA } });
  return { ok: success, text: `${stdout}${stderr}` };
}

function must(what: string, ...command: string[]): string {
  const { ok, text } = run(...command);
  check(what, ok, text);
  return text;
}

const show = (name: string): string => run('systemctl', 'show', '--value', '-p', name, 'docket').text.trim();
const pid = (): number => Number(show('MainPID'));

async function hasRestarted(before: number, seconds: number): Promise<boolean> {
  for (let left = seconds; left > 0; left -= 1) {
    if (![0, before].includes(pid()) && show('ActiveState') === 'active') return true;
    await Bun.sleep(SECOND_MS);
  }
  return false;
}

let key = '';
const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${URL}${path}`, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } });

async function order(requestKey: string): Promise<string> {
  const products = [{ name: 'Rose', quantity: 2, price: 10 }];
  const body = JSON.stringify({ requestKey, date: '2026-03-08T10:00:00Z', products });
  const answer = await call('/api/v1/orders/create', { method: 'POST', body });
  const told = await answer.text();
  if (answer.status !== 200) throw new Error(`an order was answered with ${answer.status} ${told}`);
  return JSON.parse(told).data.id;
}

const isThere = async (id: string): Promise<boolean> => (await call(`/api/v1/orders/${id}`)).status === 200;

/** Lists the files in the data directory that the server's user does not own; the directory itself if root owns it. */
function strangers(): string[] {
  const { uid } = statSync(DATA);
  const names = readdirSync(DATA, { recursive: true, encoding: 'utf8' });
  return uid === 0 ? [DATA] : names.filter((name) => lstatSync(join(DATA, name)).uid !== uid);
}

async function tryStart(): Promise<void> {
  must('systemctl enable --now', 'systemctl', 'enable', '--now', 'docket');
  check('systemd is told that it answers', show('StatusText') === 'answering', show('StatusText'));
  check('it is ready', (await fetch(`${URL}/health/ready`)).status === 200);
  const status = readFileSync(`/proc/${pid()}/status`, 'utf8');
  const held = /^CapEff:\t0{16}$/m.test(status) && /^NoNewPrivs:\t1$/m.test(status) && /^Seccomp:\t2$/m.test(status);
  check('a user of its own without rights, calls of the kernel filtered', held && !/^Uid:\t0/m.test(status), status);
}

async function tryWork(): Promise<string> {
  must('init', DOCKET, 'init', '--workspace', 'Shop', '--email', 'a@example.com', '--password', 'long enough for it');
  ({ key } = JSON.parse(run(DOCKET, 'key', 'create', '--source', 'site', '--json').text));
  must('workspace create', DOCKET, 'workspace', 'create', '--name', 'Second');
  const shop = JSON.parse(run(DOCKET, 'workspace', 'list', '--json').text)[0].id;
  const arrived = Promise.withResolvers<boolean>();
  const fetchIt = (): Response => {
    arrived.resolve(true);
    return new Response();
  };
  using receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: fetchIt });
  const target = ['--url', receiver.url.href, '--events', 'all', '--allow-private-webhooks', '--workspace', shop];
  must('webhook add', DOCKET, 'webhook', 'add', ...target);
  const id = await order('before');
  check('an event is sent', await Promise.race([arrived.promise, Bun.sleep(30 * SECOND_MS).then(() => false)]));
  must('backup', DOCKET, 'backup');
  must('check', DOCKET, 'check');
  check('what root made is the server’s', strangers().length === 0, strangers());
  return id;
}

async function tryEnds(): Promise<void> {
  const before = pid();
  const id = await order('killed');
  process.kill(before, 'SIGKILL');
  check('restarted after kill -9', await hasRestarted(before, 60));
  check('the order is there', await isThere(id));
  const last = await order('stopped');
  must('stop', 'systemctl', 'stop', 'docket');
  check('an orderly end', show('Result') === 'success' && show('ExecMainStatus') === '0', show('Result'));
  must('start', 'systemctl', 'start', 'docket');
  check('the order is there', await isThere(last));
}

async function tryRestore(kept: string): Promise<void> {
  const later = await order('after the backup');
  check('a restore is refused while it runs', !run(DOCKET, 'restore', `${DATA}/backups/`, '--force').ok);
  must('stop', 'systemctl', 'stop', 'docket');
  must('restore', DOCKET, 'restore', `${DATA}/backups/`, '--force');
  check('the database is the server’s', strangers().length === 0, strangers());
  must('start on what was restored', 'systemctl', 'start', 'docket');
  check('what the backup has is there, the rest is not', (await isThere(kept)) && !(await isThere(later)));
}

async function tryUpdate(): Promise<void> {
  const offered = '/root/docket-new';
  copyFileSync(DOCKET, offered);
  const sha256 = new Bun.CryptoHasher('sha256').update(readFileSync(offered)).digest('hex');
  must('update next to the running server', DOCKET, 'update', '--from', offered, '--sha256', sha256);
  check('the old one is kept', existsSync(`${DOCKET}.previous`));
  must('restart', 'systemctl', 'restart', 'docket');
  must('update --back', DOCKET, 'update', '--back');
  must('restart', 'systemctl', 'restart', 'docket');
}

function tryUnits(): void {
  say(`note: ${/Overall exposure level.*/.exec(run('systemd-analyze', 'security', '--no-pager', 'docket').text)?.[0]}`);
  const verify = (unit: string): string => run('systemd-analyze', 'verify', `/etc/systemd/system/${unit}`).text.trim();
  check('the unit is sound', verify('docket.service') === '', verify('docket.service'));
  // Litestream is not installed in the virtual machine, so systemd may report that its executable is missing.
  const found = verify('docket-litestream.service');
  check('so is Litestream’s', /^(?:\S+: Command \S+ is not executable.*)?$/.test(found), found);
}

async function tryWatchdog(kept: string): Promise<void> {
  const before = pid();
  process.kill(before, 'SIGSTOP');
  const startedMs = performance.now();
  const restarted = await hasRestarted(before, WATCHDOG_SECONDS);
  const seconds = Math.round((performance.now() - startedMs) / SECOND_MS);
  check(`a stopped process is ended and restarted (${seconds} s)`, restarted, show('Result'));
  check('the order is there', await isThere(kept));
}

// The boot messages might end without a newline.
say('');
try {
  await tryStart();
  const kept = await tryWork();
  await tryEnds();
  await tryRestore(kept);
  await tryUpdate();
  tryUnits();
  await tryWatchdog(kept);
} catch (error) {
  say(`problem: ${String(error)}`);
}
say('end: of the trial');
