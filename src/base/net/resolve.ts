import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Resolve } from './destination.ts';

/** Milliseconds after which a silent name server counts as dead, for c-ares and then again for the system. */
const PATIENCE_MS = 5_000;
/** The most look-ups by the system at once. */
const SYSTEM_AT_ONCE = 8;
const SYSTEM_WAITING = 100;
/** The most output of `getent` that is read. It has some 180 addresses, more than any real name. */
const OUTPUT_CHARS = 16_384;

/**
 * Resolves a name without occupying a thread (Bun's c-ares). So silent name servers delay only their own names. Only
 * names that c-ares cannot find are passed to the system, a few at a time. The system has sources besides DNS, and
 * rereads its settings when a network becomes available late.
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
 * Resolves a name that somebody has just typed. On Linux only the system is asked, because a hostile name may have 6,000
 * addresses. Bun's c-ares sorts them for 0.2 s, and meanwhile this thread serves nobody.
 */
export const resolveTyped: Resolve = async (name) => {
  if (process.platform !== 'linux' || whichGetent() === null) return resolveName(name);
  const found = await askSystem(name);
  if (found.length === 0) throw Object.assign(new Error(`no address of ${name} is known`), { code: 'ENOTFOUND' });
  return found;
};

const whichGetent = (): string | null => Bun.which('getent', { PATH: process.env['PATH'] ?? '' });

let asking = 0;
const waiting: (() => void)[] = [];

/** @returns no address if the name is unknown, the time is up, or too many others wait */
async function askSystem(name: string): Promise<readonly string[]> {
  if (asking >= SYSTEM_AT_ONCE) {
    if (waiting.length >= SYSTEM_WAITING) return [];
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  asking += 1;
  try {
    return process.platform === 'linux' ? await askGetent(name) : ipv4First(await lookup(name, { all: true }));
  } catch {
    return [];
  } finally {
    asking -= 1;
    waiting.shift()?.();
  }
}

/**
 * Asks the system in a process of its own, which ends in time. On Linux, Bun's own look-up holds a thread of its pool
 * until the name servers answer. A machine of two cores has two such threads. Passwords and files need them too.
 */
async function askGetent(name: string): Promise<readonly string[]> {
  const getent = whichGetent();
  if (getent === null) return [];
  const child = Bun.spawn([getent, 'ahosts', '--', name], {
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
