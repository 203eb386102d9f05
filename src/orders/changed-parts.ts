/** The nested parts of an order in an update. Each may have a megabyte, so an update parses each at most once. */

import { canonicalJson, differInPlace, isSameJson, type JsonValue, parseStored } from '../base/index.ts';
import { readFoundMembers, searchableOf, searchText } from '../storage/index.ts';
import { type Changes, diff } from '../workspaces/index.ts';
import { DELIVERY_FIELDS, PERSON_FIELDS } from './known-fields.ts';
import { LARGE_BYTES, type Order } from './order.ts';

export const PARTS = ['client', 'recipient', 'products', 'delivery', 'additional'] as const;
type Part = (typeof PARTS)[number];
const isPart = (column: string): column is Part => PARTS.some((part) => part === column);

export type Columns = Partial<Order>;
/** The values of the sent parts, as they were written to the columns; null for a part that is cleared. */
export type SentParts = { [name in Part]?: JsonValue };

export type ReadPart = (part: Part) => JsonValue;

export function readingOnce(order: Pick<Order, Part>): ReadPart {
  const known = new Map<Part, JsonValue>();
  return (part) =>
    known.getOrInsertComputed(part, () => {
      const text = order[part];
      return text === null ? null : parseStored<JsonValue>(text);
    });
}

interface SentColumns {
  readonly columns: Columns;
  readonly parts: SentParts;
}

/** Returns only the columns that the update changes. @param read reads the parts of `before` */
export function onlyChanged(before: Order, { columns, parts }: SentColumns, read: ReadPart): Columns {
  const current: Readonly<Record<string, unknown>> = { ...before };
  const isSame = (column: string, sent: unknown): boolean => {
    const stored = current[column];
    if (stored === sent) return true;
    if (!isPart(column) || typeof stored !== 'string' || typeof sent !== 'string') return false;
    return isSamePart(column, { stored, sent, value: parts[column] ?? null }, read);
  };
  return Object.fromEntries(Object.entries(columns).filter(([column, sent]) => !isSame(column, sent)));
}

/** The members that a read of an order fills in with null. A caller that sends them back changes nothing. */
const FILLED: Readonly<Record<string, object>> = {
  client: PERSON_FIELDS,
  recipient: PERSON_FIELDS,
  delivery: DELIVERY_FIELDS,
};

interface PartTexts {
  readonly stored: string;
  readonly sent: string;
  readonly value: JsonValue;
}

function isSamePart(part: Part, { stored, sent, value }: PartTexts, read: ReadPart): boolean {
  if (differInPlace(stored, sent)) return false;
  // The canonical forms decide whether two parts are the same. `isSameJson` below is faster, but may decide differently
  // if a member is named `rawJSON`.
  if ([stored, sent].some((text) => text.includes('"rawJSON"'))) {
    return canonicalOf(part, read(part)) === canonicalOf(part, parseStored<JsonValue>(sent));
  }
  // Texts with the same contents differ in length at most by the members that `filled` adds. If the lengths differ by
  // more, the contents differ.
  if (Math.abs(stored.length - sent.length) > filledChars(part)) return false;
  return isSameJson(filled(part, read(part)), filled(part, value));
}

const canonicalOf = (part: Part, value: JsonValue): string => canonicalJson(filled(part, value), false);

function filled(part: Part, value: JsonValue): JsonValue {
  const known = FILLED[part];
  return known === undefined ? value : { ...known, ...Object(value) };
}

const filledChars = (part: Part): number => {
  const known = FILLED[part];
  return known === undefined ? 0 : JSON.stringify(known).length;
};

/** Returns the changes as JSON. A part, such as the client, is a JSON text already and is inserted unchanged. */
export function changesText(before: Order, patch: Columns): string {
  const text = (column: string, value: unknown): string =>
    isPart(column) && typeof value === 'string' ? value : JSON.stringify(value);
  const changes: Changes = diff(before, patch);
  const members = Object.entries(changes).map(
    ([column, { from, to }]) => `"${column}":{"from":${text(column, from)},"to":${text(column, to)}}`,
  );
  return `{${members.join()}}`;
}

const FOUND_BY = ['num', 'client', 'recipient', 'delivery', 'products'] as const;

/**
 * Returns the new search text of a changed order; nothing if the change does not affect it.
 * @param read reads the parts of the changed order
 */
export function foundBy(before: Order, patch: Columns, read: ReadPart): Columns {
  if (FOUND_BY.every((column) => patch[column] === undefined)) return {};
  return {
    searchText: searchText(
      searchableOf(patch.num ?? before.num, (part) => {
        const kept = part !== 'products' && patch[part] === undefined ? before[part] : null;
        return kept !== null && kept.length > LARGE_BYTES ? readFoundMembers(kept) : read(part);
      }),
    ),
  };
}
