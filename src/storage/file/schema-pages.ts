import { readSync } from 'node:fs';
import { openInBlock } from '../../base/index.ts';

/** The largest accepted schema in bytes. Docket's own has some 60 KB. */
const MOST_BYTES = 8 * 1024 * 1024;
/** The smallest page size that SQLite accepts. */
const PAGE_BYTES = 512;
const HEADER_BYTES = 100;
const INNER = 5;
const LEAF = 13;

interface SchemaPage {
  readonly children: readonly number[];
  /** The sum of the sizes of the page's rows, in bytes. Each row states its own size at its start. */
  readonly bytes: number;
}

/**
 * Returns true if the schema of a database is within the allowed size (SQLite, "Database File Format", 1.6). SQLite
 * reads the whole schema before the first statement, and nothing can stop that read. If many pointers lead to one page,
 * the read takes hours or never ends. Pages that do not belong to a table are skipped, because SQLite itself refuses
 * them.
 * @param pageSize the page size in the header of the file
 */
export function isSchemaShort(path: string, pageSize: number): boolean {
  if (pageSize < PAGE_BYTES) return true;
  using file = openInBlock(path, 'r');
  const seen = new Set<number>();
  const open = [1];
  let bytes = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) return false;
    seen.add(at);
    const page = Buffer.alloc(pageSize);
    if (readSync(file.fd, page, 0, pageSize, (at - 1) * pageSize) < pageSize) continue;
    const found = look(page, at === 1 ? HEADER_BYTES : 0);
    open.push(...found.children);
    bytes += pageSize + found.bytes;
    if (bytes > MOST_BYTES) return false;
  }
  return true;
}

/**
 * Finds the child pages of a page of the schema, and the size of the page's rows.
 * @param head the offset of the page's own header; on the first page, the header of the file precedes it
 */
function look(page: Buffer, head: number): SchemaPage {
  const kind = page[head];
  const first = head + (kind === INNER ? 12 : 8);
  const count = Math.min(page.readUInt16BE(head + 3), Math.floor((page.length - first) / 2));
  const cells = Array.from({ length: count }, (_, cell) => page.readUInt16BE(first + 2 * cell));
  if (kind === LEAF) return { children: [], bytes: cells.reduce((sum, at) => sum + numberAt(page, at), 0) };
  if (kind !== INNER) return { children: [], bytes: 0 };
  const within = cells.filter((at) => at + 4 <= page.length);
  return { children: [page.readUInt32BE(head + 8), ...within.map((at) => page.readUInt32BE(at))], bytes: 0 };
}

/**
 * Reads a varint of one to nine bytes (SQLite, "Database File Format", 1.6). After five bytes it only matters that the
 * number is large.
 */
function numberAt(page: Buffer, at: number): number {
  let value = 0;
  for (const byte of page.subarray(at, at + 5)) {
    value = value * 128 + (byte & 127);
    if (byte < 128) break;
  }
  return value;
}
