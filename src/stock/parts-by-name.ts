import { and, gt, lt, type SQL, sql } from 'drizzle-orm';
import { products } from '../storage/index.ts';

export interface Place {
  readonly searchText: string;
  readonly seq: number;
}

export const PLACE = { searchText: products.searchText, seq: products.seq };
export const BY_NAME = sql`${products.searchText}, ${products.seq}`;

/** A part of the list of products: after the position `after`, up to and including `upTo`. */
export interface Part {
  readonly after?: Place | undefined;
  readonly upTo?: Place | undefined;
}

/**
 * Reads a part of the list. Products with the same text as `after` or `upTo` are read by separate queries. With one
 * condition for both columns, SQLite would visit all products of that text.
 */
export function readPart<Row>({ after, upTo }: Part, most: number, read: (range: SQL, most: number) => Row[]): Row[] {
  const { searchText: text, seq } = products;
  const behind = after && sql`${text} = ${after.searchText} AND ${seq} > ${after.seq}`;
  const end = upTo && sql`${text} = ${upTo.searchText} AND ${seq} <= ${upTo.seq}`;
  const between = and(after && gt(text, after.searchText), upTo && lt(text, upTo.searchText)) ?? sql`TRUE`;
  const isOneText = after !== undefined && after.searchText === upTo?.searchText;
  const rows: Row[] = [];
  for (const range of isOneText ? [and(behind, end)] : [behind, between, end]) {
    if (range !== undefined && rows.length < most) rows.push(...read(range, most - rows.length));
  }
  return rows;
}
