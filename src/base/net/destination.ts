import { isIP } from 'node:net';
import type { FieldRule } from '../errors/index.ts';
import { refusalOfAddress, refusalOfName } from './public-address.ts';

/** The rules for the addresses that requests may be sent to (contract, section 5). */
export interface DestinationPolicy {
  /** True to allow http and private addresses, for development. */
  readonly allowPrivate: boolean;
  /** Names of the machine itself, which are refused whatever they resolve to. */
  readonly ownNames: readonly string[];
}

/** Resolves a name to its addresses as texts; rejects with a `code` of the system's resolver (ENOTFOUND …). */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** A destination with a valid URL. Its name may still lead to a private address, so each attempt checks it. */
export interface Destination {
  readonly url: URL;
  /** The host without brackets and without a trailing dot. */
  readonly host: string;
  readonly literal: boolean;
}

export type AddressTrouble = Extract<FieldRule, { readonly rule: `url_${string}` }>;

const URL_CHARS = 2048;

export const isTrouble = (found: Destination | AddressTrouble): found is AddressTrouble => 'rule' in found;

/**
 * Checks only an address's text. `URL.parse` normalizes IP addresses in decimal, octal, hexadecimal or full-width form.
 */
export function parseDestination(text: string, policy: DestinationPolicy): Destination | AddressTrouble {
  const trimmed = text.trim();
  const url = trimmed.length <= URL_CHARS ? URL.parse(trimmed) : null;
  if (url === null) return { rule: 'url_form', most: URL_CHARS };
  const schemes = policy.allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol)) return { rule: 'url_https' };
  if (url.username !== '' || url.password !== '') return { rule: 'url_user' };
  if (url.port === '0') return { rule: 'url_port' };
  url.hash = '';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const literal = isIP(host) !== 0;
  const why = policy.allowPrivate ? undefined : refusalOfHost(url, host, literal, policy);
  return why === undefined ? { url, host, literal } : { rule: 'url_inside', host, why };
}

function refusalOfHost(url: URL, host: string, literal: boolean, policy: DestinationPolicy): string | undefined {
  // URLs have brackets only around IPv6 addresses. Any other text in brackets would be checked as an address and
  // refused, because it cannot be parsed.
  if (literal || url.hostname.startsWith('[')) return refusalOfAddress(host);
  return refusalOfName(host, policy.ownNames);
}

/**
 * Returns the first refused address of a name, with the reason; undefined if all addresses are allowed. All addresses
 * must be public; otherwise DNS rebinding could choose a private one.
 */
export function refusalOfAnswers(
  addresses: readonly string[],
  policy: DestinationPolicy,
): { readonly to: string; readonly why: string } | undefined {
  if (policy.allowPrivate) return undefined;
  for (const address of addresses) {
    const why = refusalOfAddress(address);
    if (why !== undefined) return { to: address, why };
  }
  return undefined;
}
