import { lookup } from 'node:dns/promises';
import type { Resolve } from './destination.ts';

/** Milliseconds after which a silent name server counts as dead, and the system is asked. */
const PATIENCE_MS = 5_000;
/** The most look-ups by the system at once. Each occupies one of some ten threads while a name server is silent. */
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
    return ipv4First(await lookup(name, { all: true }));
  } finally {
    asking -= 1;
    waiting.shift()?.();
  }
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
