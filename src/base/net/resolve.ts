import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Resolve } from './destination.ts';

const PATIENCE_MS = 5_000;
/**
 * The maximum number of look-ups by `getent` at once. Each process takes about a megabyte. A workspace can keep some
 * fifteen of them waiting for silent name servers.
 */
const PROCESSES = 64;
/**
 * The maximum number of look-ups at once if the machine has no `getent`. Each look-up then blocks one of Bun's few
 * threads.
 */
const THREADS = 1;
/** The limit on the characters read from `getent`. They hold about 180 addresses, and no real name has that many. */
const OUTPUT_CHARS = 16_384;

/**
 * Resolves a name without occupying a thread (Bun's c-ares). So a name without an answer does not delay other names.
 * Names that c-ares cannot find are passed to the system, because the system has sources besides DNS. The system also
 * rereads its settings, in case the network became available only after Docket started.
 */
export const resolveName: Resolve = async (name) => {
  try {
    const found = await within(PATIENCE_MS, Bun.dns.lookup(name, { backend: 'c-ares' }));
    return ipv4First(found);
  } catch (error) {
    const found = await askSystem(name);
    if (found.length === 0) throw error;
    return found;
  }
};

/**
 * Resolves a name that a user has just typed. Avoids `resolveName` if the machine has `getent`, because a hostile name
 * may have 6,000 addresses. Bun's c-ares would sort them for 0.2 s and block this thread.
 */
export const resolveTyped: Resolve = async (name) => {
  if (whichGetent() === null) return resolveName(name);
  const found = await askForTyped(name);
  if (found.length === 0) throw Object.assign(new Error(`no address of ${name} is known`), { code: 'ENOTFOUND' });
  return found;
};

const whichGetent = (): string | null => Bun.which('getent', { PATH: process.env['PATH'] ?? '' });

/**
 * Returns a function that asks the system's resolver. Each returned function has its own limit on look-ups. So look-ups
 * that wait for silent name servers delay only those through the same function.
 */
function createSystem(): (name: string) => Promise<readonly string[]> {
  let asking = 0;
  const waiting: (() => void)[] = [];

  /** @returns false if no place became free within `PATIENCE_MS` */
  async function getsPlace(): Promise<boolean> {
    const place = Promise.withResolvers<void>();
    waiting.push(place.resolve);
    try {
      await within(PATIENCE_MS, place.promise);
      return true;
    } catch {
      const at = waiting.indexOf(place.resolve);
      if (at >= 0) waiting.splice(at, 1);
      // If this look-up is no longer in the waiting list, another look-up has just ended and given it a place. So this
      // look-up may begin, even though its time is up.
      return at < 0;
    }
  }

  return async (name) => {
    const getent = whichGetent();
    if (asking < (getent === null ? THREADS : PROCESSES)) asking += 1;
    else if (!(await getsPlace())) return [];
    try {
      return getent === null ? ipv4First(await lookup(name, { all: true })) : await askGetent(getent, name);
    } catch {
      return [];
    } finally {
      const next = waiting.shift();
      if (next === undefined) asking -= 1;
      else next();
    }
  };
}

/** Asks the system's resolver. Returns no address if the name is unknown or the time is up. */
const askSystem = createSystem();
const askForTyped = createSystem();

/**
 * Looks up a name with getent, which is killed at the time limit. Bun's own look-up holds one of its few threads until
 * the name servers answer. Password hashing and file access need those threads too.
 */
async function askGetent(getent: string, name: string): Promise<readonly string[]> {
  const { RES_OPTIONS, LOCALDOMAIN } = process.env;
  const child = Bun.spawn([getent, 'ahosts', '--', name], {
    // Passes on only the two variables that set how the system looks up names. The server's other variables may contain
    // passwords.
    env: { RES_OPTIONS, LOCALDOMAIN },
    stdin: 'ignore',
    stderr: 'ignore',
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of child.stdout as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    if (text.length > OUTPUT_CHARS) break;
  }
  child.kill('SIGKILL');
  const lines = text.split('\n').slice(0, -1);
  return ipv4First(
    lines.map((line) => line.split(/\s/, 1)[0] ?? '').map((address) => ({ address, family: isIP(address) })),
  );
}

/** IPv4 is tried first: a machine without a route to IPv6 would otherwise lose time at each attempt. */
const ipv4First = (found: readonly { readonly address: string; readonly family: number }[]): readonly string[] => [
  ...new Set(found.toSorted((a, b) => a.family - b.family).map(({ address }) => address)),
];

/** Returns the promise's result, or rejects when the time is up. The promise itself keeps running. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('time is up')), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
