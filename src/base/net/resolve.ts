import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Resolve } from './destination.ts';

/** Milliseconds after which a silent name server counts as dead, for c-ares and then again for the system. */
const PATIENCE_MS = 5_000;
/** The most look-ups by the system at once. */
const SYSTEM_AT_ONCE = 4;
const SYSTEM_WAITING = 100;

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
    return askSystem(name, error);
  }
};

let asking = 0;
const waiting: (() => void)[] = [];

async function askSystem(name: string, failure: unknown): Promise<readonly string[]> {
  if (asking >= SYSTEM_AT_ONCE) {
    if (waiting.length >= SYSTEM_WAITING) throw failure;
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  asking += 1;
  try {
    if (process.platform !== 'linux') return ipv4First(await lookup(name, { all: true }));
    const found = await askGetent(name);
    if (found.length === 0) throw failure;
    return found;
  } finally {
    asking -= 1;
    waiting.shift()?.();
  }
}

/**
 * Asks the system in a process of its own, which ends in time. On Linux, Bun's own look-up holds a thread of its pool
 * until the name servers answer. A machine of two cores has two such threads. Passwords and files need them too.
 *
 * @returns no address if the name is unknown, the time is up, or the machine has no `getent`
 */
async function askGetent(name: string): Promise<readonly string[]> {
  const getent = Bun.which('getent');
  if (getent === null) return [];
  const child = Bun.spawn([getent, 'ahosts', '--', name], {
    stdin: 'ignore',
    stderr: 'ignore',
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  const lines = (await new Response(child.stdout).text()).split('\n').filter((line) => line !== '');
  const addresses = lines.map((line) => line.split(/\s+/, 1)[0] ?? '');
  return ipv4First(addresses.map((address) => ({ address, family: isIP(address) })));
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
