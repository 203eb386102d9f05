import { UsageError } from '../errors/index.ts';
import { type Block, getBlock, isInside, parseAddress, parseBlock } from './ip-address.ts';

export type Networks = readonly Block[];

/** This machine and private networks (RFC 1918, 4193, 4291, 3927). */
export const LOCAL_NETWORKS: Networks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
].map(getBlock);

const MAX_NETWORKS = 100;

/** Parses networks such as `10.0.0.0/8,::1`. @throws UsageError that names the wrong part */
export function parseNetworks(flag: string, text: string): Networks {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MAX_NETWORKS) throw new UsageError(`${flag}: at most ${MAX_NETWORKS} networks`);
  return parts.map((part) => {
    const block = parseBlock(part);
    if (block === undefined) {
      throw new UsageError(`${flag}: "${part}" is not a network such as 10.0.0.0/8, 2001:db8::/32 or 192.0.2.7`);
    }
    return block;
  });
}

const MAPPED = getBlock('::ffff:0:0/96');

/**
 * Returns the bytes of an address; undefined if it is invalid. `::ffff:192.0.2.7` counts as 192.0.2.7, because a socket
 * for both families shows IPv4 in this form.
 */
function bytesOf(address: string): Uint8Array | undefined {
  const bytes = parseAddress(address.replace(/%[\w.-]{1,20}$/, ''));
  return bytes !== undefined && bytes.length === 16 && isInside(MAPPED, bytes) ? bytes.subarray(12) : bytes;
}

const textOf = (address: string, bytes: Uint8Array): string =>
  bytes.length === 4 ? bytes.join('.') : address.toLowerCase();

const isIn = (networks: Networks, bytes: Uint8Array): boolean => networks.some((block) => isInside(block, bytes));

/** The maximum number of X-Forwarded-For entries to read. Real chains of proxies are shorter. */
const MAX_HOPS = 32;

function entryBytes(entry: string): { text: string; bytes: Uint8Array } | undefined {
  if (entry.length > 64) return undefined;
  const bare = entry.trim().replace(/^"(.*)"$/, '$1');
  const text = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(bare)?.[1] ?? /^(\d[\d.]+):\d{1,5}$/.exec(bare)?.[1] ?? bare;
  const bytes = bytesOf(text);
  return bytes && { text: textOf(text, bytes), bytes };
}

/**
 * Finds the client's address: the first from the right end that is outside the trusted networks. Each proxy appends its
 * caller, so entries further left may be forged. An unreadable entry ends the list.
 * @param forwardedFor all X-Forwarded-For of the request, joined by commas; null if there is none
 */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: Networks): string {
  const from = bytesOf(peer);
  if (from === undefined) return peer;
  let found = textOf(peer, from);
  if (forwardedFor === null || !isIn(trusted, from)) return found;
  let end = forwardedFor.length;
  for (let hop = 0; hop < MAX_HOPS && end > 0; hop += 1) {
    const start = forwardedFor.lastIndexOf(',', end - 1) + 1;
    const entry = entryBytes(forwardedFor.slice(start, end));
    if (entry === undefined) return found;
    found = entry.text;
    if (!isIn(trusted, entry.bytes)) return found;
    end = start - 1;
  }
  return found;
}

export function isTrusted(peer: string, trusted: Networks): boolean {
  const bytes = bytesOf(peer);
  return bytes !== undefined && isIn(trusted, bytes);
}
