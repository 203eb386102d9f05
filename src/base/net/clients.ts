import type { Log } from '../log.ts';
import type { Clock } from '../time/index.ts';
import { clientAddress, isTrusted, type Networks } from './client-address.ts';

const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via'];

export const cameByProxy = (headers: Headers): boolean => PROXY_HEADERS.some((name) => headers.has(name));

/**
 * - distrusted: an untrusted address sent a proxy's header, and Docket ignored the header.
 * - no_address: a trusted proxy is reached by https, but --public-url was not set.
 */
const HELP = {
  distrusted: 'if that is your proxy, start with --trust-proxy, or name it with --trust-proxy-networks',
  no_address: 'say with --public-url https://HOST where people reach it: links and mails lead there',
} as const;

export type ProxyTrouble = keyof typeof HELP;

export interface OddProxy {
  readonly trouble: ProxyTrouble;
  readonly peer: string;
  readonly atMs: number;
}

interface Clients {
  /** Returns the client's address; undefined if the connection is already closed. */
  addressOf(headers: Headers, peer: string | undefined): string | undefined;
  /**
   * Returns true if a trusted proxy reports https. Calls `peer` only after a report of https, because `peer` takes a
   * tenth of a whole GET's time.
   */
  isHttps(headers: Headers, peer: () => string | undefined): boolean;
  oddProxies(): readonly OddProxy[];
}

interface ClientsPorts {
  readonly trusted: Networks;
  /** True if --public-url was set. */
  readonly hasAddress: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Called after a warning about a proxy is logged. A warning about the same trouble is logged at most once an hour.
   */
  readonly noted: (odd: readonly OddProxy[]) => void;
}

const WARN_EVERY_MS = 3_600_000;

const SAID: Readonly<Record<ProxyTrouble, string>> = {
  distrusted: 'a header of a proxy came from an address that is not trusted, and was ignored',
  no_address: 'a proxy asks by https, and nobody said where people reach the service',
};

export function createClients({ trusted, hasAddress, clock, log, noted }: ClientsPorts): Clients {
  const seen = new Map<ProxyTrouble, OddProxy>();
  const warnedMs = new Map<ProxyTrouble, number>();
  const notice = (trouble: ProxyTrouble, peer: string): void => {
    seen.set(trouble, { trouble, peer, atMs: clock.now() });
    const nowMs = clock.monotonic();
    if (nowMs - (warnedMs.get(trouble) ?? Number.NEGATIVE_INFINITY) < WARN_EVERY_MS) return;
    warnedMs.set(trouble, nowMs);
    log.warn(SAID[trouble], { peer, help: HELP[trouble] });
    noted([...seen.values()]);
  };
  return {
    addressOf(headers, peer) {
      if (peer === undefined) return undefined;
      const forwardedFor = headers.get('x-forwarded-for');
      if (forwardedFor !== null && !isTrusted(peer, trusted)) notice('distrusted', peer);
      return clientAddress(peer, forwardedFor, trusted);
    },
    isHttps(headers, peerAddress) {
      // The nearest proxy writes the last entry. A caller that can forge this entry harms only its own answer.
      const nearest = headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase();
      const peer = nearest === 'https' ? peerAddress() : undefined;
      if (peer === undefined) return false;
      const believed = isTrusted(peer, trusted);
      if (!believed) notice('distrusted', peer);
      else if (!hasAddress) notice('no_address', peer);
      return believed;
    },
    oddProxies: () => [...seen.values()],
  };
}
