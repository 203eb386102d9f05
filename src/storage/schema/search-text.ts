import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseMembers,
  parseStored,
  scalarText,
} from '../../base/index.ts';

export interface Searchable {
  readonly num: string;
  readonly client?: JsonObject | null | undefined;
  readonly recipient?: JsonObject | null | undefined;
  readonly delivery?: JsonObject | null | undefined;
  readonly products: readonly { readonly name: string }[];
}

/** Separates the parts, so that no match spans two of them. No search term can contain it. */
const SEPARATOR = '\n';
/**
 * The maximum number of characters of one part of the search text, such as a name. Longer parts are cut to keep the
 * search index small.
 */
const PART_CHARS = 100;
/** The limit on the characters of an order's item names together. A search does not find the items beyond it. */
const ITEMS_CHARS = 1_000;

const WHITE = /[\s\0]+/gu;

/**
 * Folds a text for searching: lower case, ё as е, any white space as one space. NUL counts as white space, because an
 * index would end the text there.
 */
export const foldText = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').replaceAll(WHITE, ' ').trim();

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/**
 * Returns the text of the column orders.search_text: an order's number, names, phone digits, address and items, each on
 * its own line.
 */
export function searchText({ num, client, recipient, delivery, products }: Searchable): string {
  const people = [...personParts(client), ...personParts(recipient)];
  const parts = [foldText(num), ...people, partOf(delivery?.['adress']), ...itemParts(products)];
  return [...new Set(parts)].filter((part) => part !== '').join(SEPARATOR);
}

const partOf = (value: JsonValue | undefined): string => foldText(scalarText(value) ?? '').slice(0, PART_CHARS);

function itemParts(products: Searchable['products']): string[] {
  const parts: string[] = [];
  let left = ITEMS_CHARS;
  for (const { name } of products) {
    if (left <= 0) break;
    const part = partOf(name).slice(0, left);
    parts.push(part);
    left -= part.length;
  }
  return parts;
}

function personParts(person: JsonObject | null | undefined): string[] {
  if (person === null || person === undefined) return [];
  const phone = digitsOf(scalarText(person['phone']) ?? '');
  return [partOf(person['name']), phone.slice(0, PART_CHARS)];
}

type FoundPart = 'client' | 'recipient' | 'delivery' | 'products';
type StoredOrder = { readonly [part in Exclude<FoundPart, 'products'>]: string | null } & {
  readonly num: string;
  readonly products: string;
};

/**
 * Collects the parts of an order by which a search finds it.
 * @param read returns the value of a part; null if there is none
 */
export const searchableOf = (num: string, read: (part: FoundPart) => JsonValue): Searchable => ({
  num,
  client: objectOf(read('client')),
  recipient: objectOf(read('recipient')),
  delivery: objectOf(read('delivery')),
  products: read('products') as unknown as Searchable['products'],
});

export const storedSearchable = ({ num, ...texts }: StoredOrder): Searchable =>
  searchableOf(num, (part) => {
    const text = texts[part];
    return text === null ? null : parseStored<JsonValue>(text);
  });

const objectOf = (value: JsonValue): JsonObject | null => (isJsonObject(value) ? value : null);

const FOUND_MEMBERS = ['name', 'phone', 'adress'];

/** Reads only the name, phone and address of a stored object, for searches. A full parse takes five times as long. */
export const readFoundMembers = (text: string): JsonObject => parseMembers(text, FOUND_MEMBERS);
