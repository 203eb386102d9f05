import { isIP } from 'node:net';
import { refusalOfAddress, refusalOfName } from './public-address.ts';

/** Where requests may go (contract, section 5). */
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
  /** Without brackets and without the dot at its end. */
  readonly host: string;
  /** The host is an address itself. */
  readonly literal: boolean;
}

/** What is wrong with an address, for whoever words it for people; `message` is for callers and the command line. */
export interface AddressTrouble {
  readonly code:
    | 'not_an_address'
    | 'not_https'
    | 'user_info'
    | 'port_zero'
    | 'not_public'
    | 'leads_inside'
    | 'not_found';
  /** The name or address that it is about; empty where there is none. */
  readonly host: string;
  /** Where the name leads, when that is the trouble. */
  readonly leadsTo: string;
  readonly message: string;
}

const URL_CHARS = 2048;

export const addressTrouble = (
  code: AddressTrouble['code'],
  message: string,
  host = '',
  leadsTo = '',
): AddressTrouble => ({ code, message, host, leadsTo });

export const isTrouble = (found: Destination | AddressTrouble): found is AddressTrouble => 'code' in found;

/**
 * Judges the text of an address alone: scheme, user info, port, name, literal. It is the parsed host that is judged, in which
 * decimal, octal, hexadecimal and full-width spellings have become plain ones already.
 *
 * @returns the destination, or what is wrong with it
 */
export function parseDestination(text: string, policy: DestinationPolicy): Destination | AddressTrouble {
  const trimmed = text.trim();
  const url = trimmed.length <= URL_CHARS ? URL.parse(trimmed) : null;
  if (url === null) {
    return addressTrouble('not_an_address', `must be an absolute address of at most ${URL_CHARS} characters`);
  }
  const schemes = policy.allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol)) return addressTrouble('not_https', 'must begin with https://');
  if (url.username !== '' || url.password !== '') {
    return addressTrouble('user_info', 'must not contain a user name or password');
  }
  if (url.port === '0') return addressTrouble('port_zero', 'must not name port 0');
  url.hash = '';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const literal = isIP(host) !== 0;
  const refusal = policy.allowPrivate ? undefined : refusalOfHost(url, host, literal, policy);
  if (refusal === undefined) return { url, host, literal };
  return addressTrouble('not_public', `must be a public address, which ${host} is not (${refusal})`, host);
}

function refusalOfHost(url: URL, host: string, literal: boolean, policy: DestinationPolicy): string | undefined {
  // Brackets around what is no IPv6 address cannot be; judged as a literal, which refuses what it cannot read.
  if (literal || url.hostname.startsWith('[')) return refusalOfAddress(host);
  return refusalOfName(host, policy.ownNames);
}

/** Why a name may not be sent to because of one of its addresses; all must be public, or rebinding could pick. */
export function refusalOfAnswers(addresses: readonly string[], policy: DestinationPolicy): string | undefined {
  if (policy.allowPrivate) return undefined;
  for (const address of addresses) {
    const refusal = refusalOfAddress(address);
    if (refusal !== undefined) return `${address} (${refusal})`;
  }
  return undefined;
}
