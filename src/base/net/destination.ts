import { isIP } from 'node:net';
import type { FieldRule } from '../errors/index.ts';
import { refusalOfAddress, refusalOfName } from './public-address.ts';

/** The rules for the addresses that requests may go to (contract, section 5). */
export interface DestinationPolicy {
  /** http and private addresses too, for development. */
  readonly allowPrivate: boolean;
  /** Names of the machine itself, which are refused whatever they resolve to. */
  readonly ownNames: readonly string[];
}

/** The addresses of a name, as texts; rejects with a `code` of the system's resolver (ENOTFOUND …). */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** A destination whose text is in order; what its name resolves to is asked at each attempt. */
export interface Destination {
  readonly url: URL;
  /** The host without brackets and without a final dot. */
  readonly host: string;
  /** The host is an address itself. */
  readonly literal: boolean;
}

export type AddressTrouble = Extract<FieldRule, { readonly rule: `url_${string}` }>;

const URL_CHARS = 2048;

export const isTrouble = (found: Destination | AddressTrouble): found is AddressTrouble => 'rule' in found;

/**
 * Judges the text of an address alone: scheme, user info, port, name, literal. It judges the parsed host. Decimal,
 * octal, hexadecimal and full-width spellings have become plain ones there already.
 *
 * @returns the destination, or what is wrong with it
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
  // Brackets around what is no IPv6 address cannot be; judged as a literal, which refuses what it cannot read.
  if (literal || url.hostname.startsWith('[')) return refusalOfAddress(host);
  return refusalOfName(host, policy.ownNames);
}

/** Why a name may not be sent to because of one of its addresses; all must be public, or rebinding could pick. */
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
