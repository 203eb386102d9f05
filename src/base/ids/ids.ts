import type { Random } from './random.ts';

/**
 * Creates UUIDs of version 7 (RFC 9562), which sort by time.
 * @param series a workspace's number; ids of one series increase strictly within one process
 */
export type NewId = (nowMs: number, series?: number) => string;

interface Last {
  ms: number;
  count: number;
}

const RANDOM_POOL_BYTES = 4096;
const MAX_SEQUENCE = 0xfff;

/**
 * Returns a source of version 7 ids. Each workspace has its own count within a millisecond (RFC 9562, method 1): a
 * common count would reveal other shops' sales. A clock that is set back never makes a later id sort earlier.
 */
export function createIdSource(random: Random): NewId {
  let latestMs = 0;
  const series = new Map<number, Last>();
  let [prefixMs, prefix] = [0, timePrefix(0)];
  let pool = new Uint8Array(0);
  let used = 0;

  function randomBytes(length: number): Uint8Array {
    if (used + length > pool.length) {
      pool = random.bytes(RANDOM_POOL_BYTES) as Uint8Array<ArrayBuffer>;
      used = 0;
    }
    used += length;
    return pool.subarray(used - length, used);
  }

  /** The prefix is cached, because most ids of one moment share it. */
  function prefixOf(ms: number): string {
    if (ms !== prefixMs) [prefixMs, prefix] = [ms, timePrefix(ms)];
    return prefix;
  }

  function nextOf(of: number, nowMs: number): Last {
    const last = series.get(of);
    if (last === undefined) {
      const first = { ms: nowMs, count: 0 };
      series.set(of, first);
      return first;
    }
    if (nowMs <= last.ms && last.count < MAX_SEQUENCE) last.count += 1;
    else [last.ms, last.count] = [Math.max(nowMs, last.ms + 1), 0];
    return last;
  }

  function free(nowMs: number): Last {
    const [high = 0, low = 0] = randomBytes(2);
    latestMs = Math.max(latestMs, nowMs);
    return { ms: latestMs, count: ((high << 8) | low) & MAX_SEQUENCE };
  }

  return (nowMs, of) => {
    const { ms, count } = of === undefined ? free(nowMs) : nextOf(of, nowMs);
    const tail = randomBytes(8).toHex();
    const variant = VARIANT_DIGITS.charAt(Number.parseInt(tail.charAt(0), 16) & 3);
    return `${prefixOf(ms)}${count.toString(16).padStart(3, '0')}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`;
  };
}

function timePrefix(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

/** Returns an id that sorts before every id made at `ms` or later. */
export const firstIdAt = (ms: number): string => `${timePrefix(Math.max(0, ms))}000-8000-000000000000`;

const VARIANT_DIGITS = '89ab';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/**
 * An idempotency key has 1 to 255 printable ASCII characters, with spaces only inside (contract, sections 3 and 4).
 * HTTP removes spaces at the ends.
 */
const IDEMPOTENCY_KEY = /^(?! )[\x20-\x7e]{1,255}(?<! )$/;

export const isIdempotencyKey = (text: string): boolean => IDEMPOTENCY_KEY.test(text);

/** Converts a UUID to 16 bytes; `text` must be valid. */
export function uuidToBytes(text: string): Uint8Array {
  return Uint8Array.fromHex(text.replaceAll('-', ''));
}

export function bytesToUuid(bytes: Uint8Array): string {
  const hex = bytes.toHex();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
