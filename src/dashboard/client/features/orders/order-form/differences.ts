import { type Draft, draftFrom } from './draft.ts';
import { type Item, idOf } from './order-items.ts';

/** The value at a path, such as `client.name` or `items.<key>`; undefined if there is none. */
export type Value = string | Item | undefined;
type Leaves = ReadonlyMap<string, Value>;

export interface Difference {
  readonly path: string;
  readonly from: Value;
  readonly to: Value;
}

export interface Clash {
  readonly path: string;
  readonly mine: Value;
  readonly theirs: Value;
}

export type Side = 'mine' | 'theirs';

export interface Merge {
  /** The other person's draft. An item that is also in the base draft has the same key in both. */
  readonly latest: Draft;
  readonly theirs: readonly Difference[];
  readonly clashes: readonly Clash[];
  /** Merges the drafts. @param choices the side to keep for the clash at each path; `mine` if a path is missing */
  readonly draft: (choices: Readonly<Record<string, Side>>) => Draft;
}

const ITEM_TEXTS = ['name', 'quantity', 'price'] as const;

const leavesOf = ({ items, ...fields }: Draft): Leaves =>
  new Map<string, Value>([
    ...Object.entries(fields).flatMap(([field, value]) =>
      typeof value === 'string'
        ? [[field, value] as const]
        : Object.entries(value).map(([below, text]) => [`${field}.${below}`, text] as const),
    ),
    ...items.map((item) => [`items.${item.key}`, item] as const),
  ]);

const isItem = (value: Value): value is Item => typeof value === 'object';

/** Treats 25,0 as 25. Leading zeros stay, because a flat number, an order number or a phone may begin with zeros. */
function plain(text: string): string {
  const trimmed = text.trim();
  return /^\d+[.,]\d+$/.test(trimmed) ? trimmed.replace(',', '.').replace(/\.?0+$/, '') : trimmed;
}

const isSameText = (a: string, b: string): boolean => plain(a) === plain(b);

const isSameItem = (a: Item, b: Item): boolean =>
  ITEM_TEXTS.every((field) => isSameText(a[field], b[field])) && JSON.stringify(a.rest) === JSON.stringify(b.rest);

function isSame(a: Value, b: Value): boolean {
  if (isItem(a) || isItem(b)) return isItem(a) && isItem(b) && isSameItem(a, b);
  return isSameText(a ?? '', b ?? '');
}

export function differencesOf(from: Draft, to: Draft): readonly Difference[] {
  const [before, after] = [leavesOf(from), leavesOf(to)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, from: before.get(path), to: after.get(path) }))
    .filter((one) => !isSame(one.from, one.to));
}

/** The ways to recognize the same item in two different drafts, with the most reliable way first. */
const SAME_ITEM: readonly ((a: Item, b: Item) => boolean)[] = [
  isSameItem,
  (a, b) => a.name === b.name && idOf(a) === idOf(b),
  (a, b) => idOf(a) !== '' && idOf(a) === idOf(b),
  (a, b) => a.name === b.name,
];

/**
 * Replaces the keys of the other person's items with the keys of the same items in `base`. Every draft of an order gets
 * new keys. Without common keys, the items of two drafts could not be compared.
 */
function withKeysOf(theirs: Draft, base: Draft): Draft {
  const free = new Set(base.items);
  const keys = new Map<Item, string>();
  const pair = (item: Item, isMeant: (ours: Item) => boolean): void => {
    const ours = keys.has(item) ? undefined : [...free].find(isMeant);
    if (ours === undefined) return;
    keys.set(item, ours.key);
    free.delete(ours);
  };
  for (const isAlike of SAME_ITEM) {
    for (const item of theirs.items) pair(item, (ours) => isAlike(ours, item));
  }
  // The number of items is unchanged, so an item at the same position is the old one with changes.
  if (theirs.items.length === base.items.length) {
    for (const [at, item] of theirs.items.entries()) pair(item, (ours) => ours === base.items[at]);
  }
  return { ...theirs, items: theirs.items.map((item) => ({ ...item, key: keys.get(item) ?? item.key })) };
}

const CLASH = Symbol('clash');

function mergedValue(base: Value, mine: Value, theirs: Value): Value | typeof CLASH {
  if (isSame(base, mine) || isSame(mine, theirs)) return theirs;
  if (isSame(base, theirs)) return mine;
  return isItem(base) && isItem(mine) && isItem(theirs) ? mergedItem(base, mine, theirs) : CLASH;
}

/** Merges an item: if one person changed the quantity and the other the price, both changes stay. */
function mergedItem(base: Item, mine: Item, theirs: Item): Item | typeof CLASH {
  // The name and the link to the stock list belong together, so they are merged as one value.
  const of = ({ name, rest }: Item): string => JSON.stringify([name, rest]);
  const tied = mergedValue(of(base), of(mine), of(theirs));
  const quantity = mergedValue(base.quantity, mine.quantity, theirs.quantity);
  const price = mergedValue(base.price, mine.price, theirs.price);
  if (tied === CLASH || typeof quantity !== 'string' || typeof price !== 'string') return CLASH;
  return { ...(tied === of(mine) ? mine : theirs), quantity, price };
}

/** Merges two people's changes to the same order. @param base the draft before either person's changes */
export function merge(base: Draft, mine: Draft, latest: Draft): Merge {
  const theirs = withKeysOf(latest, base);
  const [b, m, t] = [leavesOf(base), leavesOf(mine), leavesOf(theirs)];
  const values = new Map<string, Value>();
  const clashes: Clash[] = [];
  // The keys of `t` come first, so that the merged order keeps the other person's sequence of items.
  for (const path of new Set([...t.keys(), ...m.keys()])) {
    const value = mergedValue(b.get(path), m.get(path), t.get(path));
    if (value === CLASH) clashes.push({ path, mine: m.get(path), theirs: t.get(path) });
    values.set(path, value === CLASH ? m.get(path) : value);
  }
  return {
    latest: theirs,
    theirs: differencesOf(base, theirs),
    clashes,
    draft(choices) {
      const side = ({ path, mine, theirs: other }: Clash): [string, Value] => [
        path,
        choices[path] === 'theirs' ? other : mine,
      ];
      return mergedDraft(new Map([...values, ...clashes.map(side)]));
    },
  };
}

function mergedDraft(values: Leaves): Draft {
  const texts = [...values].flatMap(([path, value]) => (typeof value === 'string' ? [[path, value] as const] : []));
  return draftFrom(
    (field) => texts.find(([path]) => path === field)?.[1] ?? '',
    (name) =>
      Object.fromEntries(
        texts
          .filter(([path]) => path.startsWith(`${name}.`))
          .map(([path, value]) => [path.slice(name.length + 1), value]),
      ),
    [...values.values()].filter(isItem),
  );
}
