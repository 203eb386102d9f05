/**
 * The longest text of an address, `0000:ffff:0000:ffff:0000:ffff:255.255.255.255`. Nothing longer is parsed, so hostile
 * lengths cost nothing.
 */
const LONGEST_ADDRESS = 45;

export interface Block {
  readonly prefix: Uint8Array;
  readonly bits: number;
}

/**
 * Returns 4 or 16 bytes in network order; undefined for anything else, including an address with a zone id (`%eth0`).
 */
export function parseAddress(text: string): Uint8Array | undefined {
  return parseIpv4(text) ?? parseIpv6(text);
}

/** Parses `ADDRESS/BITS`, or an address as a block of its own; undefined for anything else. */
export function parseBlock(cidr: string): Block | undefined {
  const [address = '', bits, ...more] = cidr.split('/');
  const prefix = parseAddress(address);
  if (prefix === undefined || more.length > 0) return undefined;
  const most = prefix.length * 8;
  if (bits === undefined) return { prefix, bits: most };
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { prefix, bits: Number(bits) } : undefined;
}

/** @throws Error if the text is not a block */
export function getBlock(cidr: string): Block {
  const block = parseBlock(cidr);
  if (block === undefined) throw new Error(`${cidr} is not a block of addresses`);
  return block;
}

export function isInside(block: Block, bytes: Uint8Array): boolean {
  if (bytes.length !== block.prefix.length) return false;
  return block.prefix.every((byte, index) => {
    const bitsHere = Math.min(8, Math.max(0, block.bits - index * 8));
    const mask = 0xff & (0xff00 >> bitsHere);
    return ((byte ^ (bytes[index] ?? 0)) & mask) === 0;
  });
}

/** Returns 4 bytes from a strict dotted quad. A leading zero is refused, because it means octal to some resolvers. */
function parseIpv4(text: string): Uint8Array | undefined {
  if (text.length > LONGEST_ADDRESS) return undefined;
  const parts = text.split('.');
  const valid = parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
  return valid ? Uint8Array.from(parts, Number) : undefined;
}

function parseIpv6(text: string): Uint8Array | undefined {
  if (text.length > LONGEST_ADDRESS) return undefined;
  const [head = '', tail, ...more] = withoutDottedQuad(text).split('::');
  if (more.length > 0) return undefined;
  const left = splitGroups(head);
  const right = splitGroups(tail ?? '');
  const missing = 8 - left.length - right.length;
  // `::` is at least one group of zeros; without it all eight groups must be written.
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return Uint8Array.fromHex(groups.map((group) => group.padStart(4, '0')).join(''));
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

/** Turns `::1.2.3.4` into `::102:304`. Leaves a malformed quad, so that the caller refuses the whole address. */
function withoutDottedQuad(text: string): string {
  const start = text.lastIndexOf(':') + 1;
  const quad = parseIpv4(text.slice(start))?.toHex();
  return quad === undefined ? text : `${text.slice(0, start)}${quad.slice(0, 4)}:${quad.slice(4)}`;
}
