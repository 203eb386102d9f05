import { fieldsOf } from '../../data/fields-of.ts';
import { stageName } from '../../parts/inquiries.ts';
import { count, money } from '../../ui/format.ts';
import { knownWord } from '../../ui/known-word.ts';
import { words } from '../../words/words.ts';

/**
 * A value as a text: an order as its number, a stage or status as its name, the scopes of a key in words. An object
 * becomes a list of its fields. Everything else stays as it was recorded.
 */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.value.orderPage.none;
  if (typeof value === 'string') return knownWord(words.value.apiKeys.scopes, value) ?? value;
  if (typeof value === 'number') return count(value);
  if (typeof value === 'boolean') return value ? words.value.history.yes : words.value.history.no;
  if (Array.isArray(value)) {
    return value.map(valueText).join(value.some((one) => typeof one === 'object') ? '; ' : ', ');
  }
  const fields = fieldsOf(value);
  const { id, name, num } = fields;
  if (typeof num === 'string') return `${words.value.orders.order} ${num}`;
  const isNamed = typeof id === 'string' && typeof name === 'string';
  if (isNamed && Object.keys(fields).length === 2) return stageName({ id, name });
  return itemText(fields) ?? Object.entries(fields).map(fieldText).join(', ');
}

/** An item of an order as on the order's page: `Roses ×2, ₽1,500`. Its other fields follow. */
function itemText({ name, quantity, price, ...rest }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof name !== 'string' || typeof quantity !== 'number') return undefined;
  const sum = typeof price === 'number' ? [money(price)] : price === undefined ? [] : [valueText(price)];
  return [`${name} ×${count(quantity)}`, ...sum, ...Object.entries(rest).map(fieldText)].join(', ');
}

function fieldText([key, value]: readonly [string, unknown]): string {
  const said = key === 'price' && typeof value === 'number' ? money(value) : valueText(value);
  return `${knownWord(words.value.orderPage.fields, key) ?? key}: ${said}`;
}
