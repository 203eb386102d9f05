import { closeSync, openSync, readSync } from 'node:fs';

/** Ours has some 60 KB. */
const MOST_BYTES = 8 * 1024 * 1024;
/** The smallest that SQLite takes. */
const PAGE_BYTES = 512;
const HEADER_BYTES = 100;
const INNER = 5;
const LEAF = 13;

interface Found {
  readonly children: readonly number[];
  /** The bytes that its rows say they have. */
  readonly bytes: number;
}

/**
 * True if the schema of a database is no longer than a schema may be (SQLite, "Database File Format", 1.6). SQLite
 * reads all of it before the first statement, and nothing can end that. Where many places lead to one page, it takes
 * hours, or for ever. What is no page of a table, SQLite itself refuses.
 *
 * @param pageSize of the file, as its header says
 */
export function isSchemaShort(path: string, pageSize: number): boolean {
  if (pageSize < PAGE_BYTES) return true;
  const file = openSync(path, 'r');
  try {
    const seen = new Set<number>();
    const open = [1];
    let bytes = 0;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) return false;
      seen.add(at);
      const page = Buffer.alloc(pageSize);
      if (readSync(file, page, 0, pageSize, (at - 1) * pageSize) < pageSize) continue;
      const found = look(page, at === 1 ? HEADER_BYTES : 0);
      open.push(...found.children);
      bytes += pageSize + found.bytes;
      if (bytes > MOST_BYTES) return false;
    }
    return true;
  } finally {
    closeSync(file);
  }
}

/** @param head where the page begins; the first one has the header of the file before it */
function look(page: Buffer, head: number): Found {
  const kind = page[head];
  const first = head + (kind === INNER ? 12 : 8);
  const count = Math.min(page.readUInt16BE(head + 3), Math.floor((page.length - first) / 2));
  const cells = Array.from({ length: count }, (_, cell) => page.readUInt16BE(first + 2 * cell));
  if (kind === LEAF) return { children: [], bytes: cells.reduce((sum, at) => sum + numberAt(page, at), 0) };
  if (kind !== INNER) return { children: [], bytes: 0 };
  const within = cells.filter((at) => at + 4 <= page.length);
  return { children: [page.readUInt32BE(head + 8), ...within.map((at) => page.readUInt32BE(at))], bytes: 0 };
}

/** A number of one to nine bytes (the same, 1.6); of a longer one than four it matters only that it is large. */
function numberAt(page: Buffer, at: number): number {
  let value = 0;
  for (const byte of page.subarray(at, at + 5)) {
    value = value * 128 + (byte & 127);
    if (byte < 128) break;
  }
  return value;
}
