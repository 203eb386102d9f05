import { Database } from 'bun:sqlite';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CreateOrderInput } from '../../src/orders/index.ts';
import type { Answer } from './answer.ts';
import { holdToDocument } from './documented-answers.ts';
import { orEndRun } from './end-run.ts';
import { fillFolder } from './made-once.ts';
import { alter } from './raw-database.ts';
import { type CommandResult, cleanEnv, runProgram } from './run-program.ts';
import { type TempDir, tempDir } from './temp-file.ts';

export type { Answer, CommandResult };

const ROOT = resolve(import.meta.dir, '../..');

/**
 * The executable. A run of all tests (scripts/run-tests.ts) has built it; a plain `bun test` builds it if necessary.
 */
function findExecutable(): string {
  const { DOCKET_BIN: named, DOCKET_TEST_FOLDER: run } = process.env;
  if (named !== undefined) return resolve(named);
  if (run === undefined) {
    const { success } = Bun.spawnSync([join(ROOT, 'scripts/build'), '--if-older'], { stderr: 'inherit' });
    if (!success) throw new Error('dist/docket could not be built: see why with ./scripts/build');
  }
  return join(ROOT, 'dist/docket');
}

export const EXECUTABLE = orEndRun(findExecutable);

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  /** An executable other than the one under test; for commands only. */
  readonly executable?: string;
  /** A command and its arguments that run the executable. */
  readonly wrapper?: readonly string[];
}

export function docket(args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  const { cwd = tmpdir(), env, executable = EXECUTABLE, wrapper = [executable], stdin } = options;
  return runProgram([...wrapper, ...args], { cwd, env: cleanEnv(env), ...(stdin === undefined ? {} : { stdin }) });
}

/** Runs a command that must succeed and returns its JSON document. */
export async function docketJson<T>(args: readonly string[], options: RunOptions = {}): Promise<T> {
  const { status, stdout, stderr } = await docket([...args, '--json'], options);
  if (status !== 0) throw new Error(`docket ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/**
 * Makes a workspace, with the owner `a@example.com` unless `email` names another.
 * @param at `['--data', folder]`
 */
export function initShop(
  at: readonly string[],
  options?: RunOptions,
  { email = 'a@example.com', password = 'long enough', workspace = 'Shop' } = {},
): Promise<{ readonly workspaceId: string; readonly ownerId: string }> {
  return docketJson(['init', ...at, '--workspace', workspace, '--email', email, '--password', password], options);
}

/** Makes an API key with all scopes for orders. @param at `['--data', folder]` */
export const makeKey = async (at: readonly string[], source: string, options?: RunOptions): Promise<string> =>
  (await docketJson<{ key: string }>(['key', 'create', ...at, '--source', source], options)).key;

export { type TempDir as DataDir, tempDir as dataDir };

type EndSignal = 'SIGTERM' | 'SIGKILL' | 'SIGINT';

/** Starts `serve` on a free port, and resolves once the server is ready. */
export async function serve(path: string, args: readonly string[] = [], options: RunOptions = {}) {
  const child = Bun.spawn(
    [...(options.wrapper ?? [EXECUTABLE]), 'serve', '--data', path, '--port', '0', '--rate-limit', '0', ...args],
    {
      cwd: options.cwd ?? tmpdir(),
      env: cleanEnv(options.env),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  );
  let stdout = '';
  let stderr = '';
  const ready = Promise.withResolvers<string>();
  const collect = async (stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) add(decoder.decode(chunk, { stream: true }));
  };
  const reading = Promise.all([
    collect(child.stdout, (text) => {
      stdout += text;
      const url = /ready at (http:\/\/\S+)/.exec(stdout)?.[1];
      if (url !== undefined) ready.resolve(url);
    }),
    collect(child.stderr, (text) => {
      stderr += text;
    }),
  ]);
  void child.exited.then(async (status) => {
    await reading;
    ready.reject(new Error(`serve ended with ${status}: ${stdout}${stderr}`));
  });
  const url = await ready.promise;
  const end = (signal: EndSignal = 'SIGTERM'): Promise<number> => {
    child.kill(signal);
    return child.exited;
  };
  ready.promise.catch(() => undefined);
  return {
    url,
    pid: child.pid,
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal: EndSignal): void => child.kill(signal),
    exited: child.exited,
    end,
    async [Symbol.asyncDispose]() {
      await end('SIGKILL');
    },
  };
}

export type Running = Awaited<ReturnType<typeof serve>>;

/** Calls the API with an API key. A string body is sent unchanged. */
export function client(url: string, key?: string) {
  const call = async (path: string, init: RequestInit, headers: Record<string, string>): Promise<Answer> => {
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}${path}`, { ...init, headers: { ...authorization, ...headers } });
    const text = await response.text();
    const body = text === '' ? undefined : JSON.parse(text);
    await holdToDocument(init.method ?? 'GET', path, response.status, body);
    return { status: response.status, headers: response.headers, body };
  };
  return {
    get: (path: string, headers: Record<string, string> = {}) => call(path, { method: 'GET' }, headers),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      call(
        path,
        { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
        { 'content-type': 'application/json', ...headers },
      ),
  };
}

export type Client = ReturnType<typeof client>;

interface MadeShop {
  readonly workspaceId: string;
  readonly key: string;
}

/** Makes an API key. Its source and scopes are written as on the command line. */
export async function createKey(dir: string, workspaceId: string, source: string, scopes = 'all'): Promise<string> {
  const of = ['--data', dir, '--workspace', workspaceId];
  const made = await docketJson<{ key: string }>(['key', 'create', ...of, '--source', source, '--scopes', scopes]);
  return made.key;
}

/** The owner that `openShop` creates first. */
export const OWNER = { email: 'owner@example.com', password: 'correct horse' };

async function makeShop(dir: string): Promise<MadeShop> {
  const who = ['--workspace', 'Test shop', '--email', OWNER.email, '--password', OWNER.password];
  const { workspaceId } = await docketJson<{ workspaceId: string }>(['init', '--data', dir, ...who]);
  const key = await createKey(dir, workspaceId, 'site', 'all');
  await makePasswordCheap(dir, OWNER.email, OWNER.password);
  return { workspaceId, key };
}

/** Replaces a password hash with a cheap one. Checking one of the product's own hashes takes a fifth of a second. */
export async function makePasswordCheap(dir: string, email: string, password: string): Promise<void> {
  const hash = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });
  using db = new Database(join(dir, 'docket.db'), { readwrite: true });
  db.run('PRAGMA busy_timeout = 15000');
  const { changes } = db.run('UPDATE people SET password_hash = ? WHERE email = ?', [hash, email]);
  if (changes !== 1) throw new Error(`nobody is called ${email}`);
}

async function copyOf(name: string, dir: string): Promise<MadeShop> {
  const made = await fillFolder(name, dir, makeShop);
  // The copy may have been made before midnight, or before the last daily backup was due. Its history would then be of
  // yesterday, and its server would make a backup at once.
  const times = ['schema_migrations SET applied_at', 'audit_log SET at'];
  alter(join(dir, 'docket.db'), ...times.map((time) => `UPDATE ${time} = ${Date.now()}`));
  return made;
}

/**
 * Makes a workspace with an owner and an API key of all scopes, without a server. A run of all tests makes such a
 * workspace once and copies it.
 */
export const copyShop = (dir: string): Promise<MadeShop> => copyOf('shop-alone', dir);

/** A test file gets this many different shops. A later shop may repeat the ids, keys and secrets of a closed one. */
const DIFFERENT_SHOPS = 4;
const openNow = new Set<number>();
let shops = 0;

function nextShop(): number {
  do shops += 1;
  while (openNow.has(shops % DIFFERENT_SHOPS) && openNow.size < DIFFERENT_SHOPS);
  return openNow.size < DIFFERENT_SHOPS ? shops % DIFFERENT_SHOPS : shops;
}

/**
 * Opens a workspace with an owner, and a running server in the dev environment. The API key has all scopes and the
 * source "site".
 */
export async function openShop(args: readonly string[] = ['--environment', 'dev'], options: RunOptions = {}) {
  const dir = tempDir();
  const number = nextShop();
  openNow.add(number);
  const { workspaceId, key } = await copyOf(`shop-${number}`, dir.path);
  const server = await serve(dir.path, args, options);
  return {
    dir: dir.path,
    url: server.url,
    key,
    workspaceId,
    base: `/app/api/workspaces/${workspaceId}`,
    server,
    api: client(server.url, key),
    newKey: (source: string, scopes = 'all') => createKey(dir.path, workspaceId, source, scopes),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
      openNow.delete(number);
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

let counter = 0;

/** A valid create body, with a unique requestKey. */
export function orderBody(extra: Record<string, unknown> = {}): CreateOrderInput & Record<string, unknown> {
  counter += 1;
  return {
    requestKey: `order-${counter}`,
    date: '2026-03-08T10:00:00+03:00',
    client: { name: 'Мария Иванова', phone: '+79123456789' },
    products: [{ name: 'Букет «Весна» 🌷', quantity: 2, price: 1500 }],
    delivery: { deliveryType: 'courier', price: 350.5, adress: 'ул. Ленина, 1', flat: '12' },
    ...extra,
  };
}
