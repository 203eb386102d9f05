import { parseNumber } from '../../../data/plain-values.ts';
import { fieldWord, valueWord } from '../../../parts/changes.ts';
import { count, money, phone } from '../../../ui/format.ts';
import { words } from '../../../words/words.ts';
import type { Difference, Value } from './differences.ts';
import { idOf } from './order-items.ts';
import { ownLabel } from './own-label.ts';

/** Returns the name of a field of the form, such as `Client · Name`. */
export function pathWord(path: string): string {
  const [part = '', field] = path.split('.');
  if (part === 'items') return words.value.orders.items;
  const own = ownLabel(path);
  if (own !== undefined) return own;
  const known: Readonly<Record<string, string>> = words.value.orderPage.fields;
  return field === undefined ? fieldWord(part) : `${fieldWord(part)} · ${known[field] ?? field}`;
}

const roubles = (text: string): string => {
  const amount = parseNumber(text);
  return amount === undefined ? text : money(amount);
};

export function valueText(path: string, value: Value): string {
  if (typeof value === 'object') {
    const pieces = parseNumber(value.quantity);
    const stock = idOf(value) === '' ? '' : ` · ${words.value.stock.ofStock}`;
    return `${value.name} ×${pieces === undefined ? value.quantity : count(pieces)} · ${roubles(value.price)}${stock}`;
  }
  const text = value?.trim() ?? '';
  if (text === '') return words.value.orderPage.none;
  if (path === 'delivery.price') return roubles(text);
  if (path.endsWith('.phone')) return phone(text);
  return valueWord(path, text, []) ?? text;
}

export const Differences = ({ of }: { readonly of: readonly Difference[] }) => (
  <dl class="order-form-diff">
    {of.map(({ path, from, to }) => (
      <div key={path}>
        <dt>{pathWord(path)}</dt>
        <dd>
          <span class="meta">{words.value.orderForm.was}</span> <del>{valueText(path, from)}</del>
        </dd>
        <dd>
          <span class="meta">{words.value.orderForm.willBe}</span> <ins>{valueText(path, to)}</ins>
        </dd>
      </div>
    ))}
  </dl>
);
