import type { AdditionalField } from '../../../../../orders/index.ts';
import { ownDigits, parseNumber } from '../../../data/plain-values.ts';
import type { RefusedField } from '../../../data/refusal.ts';
import { itemsKopecks, kopecksOf } from '../item-sums.ts';
import { keptLine, type Line } from './one-line/line.ts';
import type { Fields } from './order-fields.ts';
import { type Item, newItem } from './order-items.ts';

export const PERSON_FIELDS = ['name', 'phone', 'email', 'comment'] as const;
const NOTES = { comment: true, managerComment: true, cardText: true } satisfies Record<AdditionalField, true>;
export const ADDITIONAL_FIELDS = Object.keys(NOTES) as readonly AdditionalField[];

/** The fields of `TEXTS` that may be empty. */
export const OPTIONAL = ['timeStart', 'timeEnd', 'platform'] as const;
const TEXTS = ['num', 'date', ...OPTIONAL] as const;
export const PARTS = {
  client: PERSON_FIELDS,
  recipient: PERSON_FIELDS,
  delivery: ['deliveryType', 'adress', 'flat', 'price'],
  additional: ADDITIONAL_FIELDS,
} as const;

type TextField = (typeof TEXTS)[number];
export type Part = keyof typeof PARTS;

/** @param given the fields that a chosen client has filled in; undefined if none was chosen */
export type Change = (draft: Draft, given?: Fields) => void;

/** An order in the form, with texts as the user typed them. */
export type Draft = Record<TextField, string> & Record<Part, Fields> & { items: Item[] };

export function isForAnother({ client, recipient }: Pick<Draft, 'client' | 'recipient'>): boolean {
  const { name = '', phone = '' } = recipient;
  return phone === '' ? name !== '' && name !== client['name'] : ownDigits(phone) !== ownDigits(client['phone'] ?? '');
}

export function draftFrom(text: (field: TextField) => string, part: (name: Part) => Fields, items: Item[]): Draft {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, text(field)])) as Record<TextField, string>;
  const names = Object.keys(PARTS) as Part[];
  return { ...texts, ...(Object.fromEntries(names.map((name) => [name, part(name)])) as Record<Part, Fields>), items };
}

export const emptyDraft = (date: string): Draft => ({
  ...draftFrom(
    () => '',
    () => ({}),
    [newItem()],
  ),
  date,
});

/** A new order that a tab has kept. With `formId`, sending the order twice creates it only once. */
interface KeptOrder {
  readonly formId: string;
  readonly draft: Draft;
  readonly line: Line;
  /** The delivery fields that Docket filled in, for example from the client's last order. */
  readonly given: Fields;
}

/** Checks a draft that a tab has kept. @returns undefined for a draft from another version of the pages */
export function keptOrder(kept: unknown): KeptOrder | undefined {
  const found = kept as KeptOrder | null | undefined;
  if (typeof found?.formId !== 'string' || typeof found.draft !== 'object' || found.draft === null) return undefined;
  const { items, ...texts } = found.draft;
  const { items: _, ...wanted } = emptyDraft('');
  const isAlike = Object.entries(wanted).every(
    ([key, value]) => typeof texts[key as keyof typeof texts] === typeof value,
  );
  const areItems =
    Array.isArray(items) &&
    items.every(
      ({ key, name, quantity, price, sentName, rest }) =>
        [key, name, quantity, price, sentName].every((one) => typeof one === 'string') && typeof rest === 'object',
    );
  return isAlike && areItems ? { ...found, line: keptLine(found.line), given: { ...found.given } } : undefined;
}

/** The condition for each field of an item, with the rule to report if the condition is not met. */
const ITEM_RULES = [
  ['name', (text: string) => text.trim() !== '', { rule: 'valueMissing' }],
  ['quantity', (text: string) => (parseNumber(text) ?? 0) > 0, { rule: 'shape_number_above', least: 0 }],
  ['price', (text: string) => parseNumber(text) !== undefined, { rule: 'shape_number_least', least: 0 }],
] as const;

export const wrongItems = (items: readonly Item[]): RefusedField[] =>
  items.flatMap((item, at) =>
    ITEM_RULES.flatMap(([name, isRight, broken]) => {
      const rule = item[name].trim() === '' ? { rule: 'valueMissing' } : broken;
      return isRight(item[name]) ? [] : [{ ...rule, path: `products.${at}.${name}`, message: '' }];
    }),
  );

/**
 * Returns the total that the form shows, in roubles, added up in kopecks to avoid rounding errors. The server calculates
 * the order's total itself.
 */
export function totalOf(draft: Draft): number {
  const items = draft.items.map(({ quantity, price }) => ({
    quantity: parseNumber(quantity) ?? 0,
    price: parseNumber(price) ?? 0,
  }));
  return (itemsKopecks(items) + kopecksOf(parseNumber(draft.delivery['price'] ?? '') ?? 0)) / 100;
}
