import { expect, test } from 'bun:test';
import {
  type Draft,
  emptyDraft,
  isForAnother,
  keptOrder,
  wrongItems,
} from '../../src/dashboard/client/features/orders/order-form/draft.ts';
import { withDiscount, withoutDiscount } from '../../src/dashboard/client/features/orders/order-form/item-discount.ts';
import {
  answerFor,
  pricedBy,
  saidSum,
  withTaken,
} from '../../src/dashboard/client/features/orders/order-form/one-line/answers.ts';
import {
  type FilledForm,
  fillDraft,
  giveDiscount,
  isOfAnother,
  isPut,
  keyOf,
  openOf,
} from '../../src/dashboard/client/features/orders/order-form/one-line/fill-draft.ts';
import { learnNames } from '../../src/dashboard/client/features/orders/order-form/one-line/first-names.ts';
import * as names from '../../src/dashboard/client/features/orders/order-form/one-line/known-names.ts';
import { EMPTY_LINE, keptLine } from '../../src/dashboard/client/features/orders/order-form/one-line/line.ts';
import {
  matchProduct,
  offeredFor,
} from '../../src/dashboard/client/features/orders/order-form/one-line/match-product.ts';
import { timesFor } from '../../src/dashboard/client/features/orders/order-form/one-line/parts-of-day.ts';
import { readLine } from '../../src/dashboard/client/features/orders/order-form/one-line/read-line.ts';
import {
  goodIn,
  heldOf,
  impliedOf,
  type LineMatches,
  namesWithPerson,
  wishOf,
  withProducts,
} from '../../src/dashboard/client/features/orders/order-form/one-line/wish-of.ts';
import type { OfferedProduct } from '../../src/dashboard/client/features/orders/order-form/order-items.ts';

learnNames(names);

const EMPTY = emptyDraft('2026-11-26');
const WAYS = {
  known: [
    { name: 'Самовывоз', price: null },
    { name: 'Курьером', price: 350 },
  ],
  usual: { delivery: 'Delivery', pickup: 'Pick-up' },
};
const TULIP = { externalId: 'p-1', name: 'Tulip', sku: 'T', quantity: 40, lastPrice: 120 };
const ANNA = {
  name: 'Anna Smirnova',
  phone: '+79123304429',
  email: 'a@b.c',
  address: 'Lake 5',
  flat: '7',
  deliveryType: 'by bicycle',
  deliveryPrice: 350.5,
  orders: [],
};
const NOBODY: LineMatches = { products: new Map() };
const sells = (products: Readonly<Record<string, OfferedProduct>>): LineMatches => ({
  products: new Map(Object.entries(products)),
});
const TULIPS = sells({ tulips: TULIP });

function type(form: FilledForm, text: string, found = NOBODY): FilledForm {
  const line = { ...form.line, text };
  const parts = heldOf(withTaken(withProducts(readLine(text, EMPTY.date), found), line.taken, found), line.dropped);
  return fillDraft(
    { ...form, line },
    wishOf(parts, found, WAYS, impliedOf(parts, isOfAnother(form, found.client) ? {} : found, WAYS)),
    EMPTY,
  );
}
const BEGUN: FilledForm = { draft: EMPTY, line: EMPTY_LINE, given: {} };
const fill = (text: string, found?: LineMatches): FilledForm => type(BEGUN, text, found);
const byHand = (form: FilledForm, part: Partial<Draft>): FilledForm => ({ ...form, draft: { ...form.draft, ...part } });
const goods = ({ draft }: FilledForm): string[] =>
  draft.items.map(({ name, quantity, price }) => `${quantity} ${name} ${price}`);
const goodsIn = (text: string, found?: LineMatches): string[] => goods(fill(text, found));

test('a typed line fills the form, and a field that the line no longer names is reset', () => {
  const form = fill('Anna +79123304429, 25 tulips @120, 2 boxes, tomorrow 12-14, delivery 300, to Lake st 5, apt 7');
  expect(form.draft).toMatchObject({
    client: { name: 'Anna', phone: '+79123304429' },
    date: '2026-11-27',
    timeStart: '12:00',
    timeEnd: '14:00',
    delivery: { adress: 'Lake st 5', flat: '7', price: '300' },
  });
  expect(goods(form)).toEqual(['25 tulips 120', '2 boxes ']);
  const less = type(form, 'Anna, 30 tulips @120');
  expect(less.draft).toMatchObject({
    client: { name: 'Anna', phone: '' },
    date: EMPTY.date,
    timeStart: '',
    delivery: { adress: '' },
  });
  expect(goods(less)).toEqual(['30 tulips 120']);
  const none = type(less, '');
  expect(goods(none)).toEqual(['1  ']);
  expect(none.draft.client['name']).toBe('');
});

test('the line does not refill a field that was filled or emptied by hand', () => {
  const named = byHand(BEGUN, { client: { name: 'Olga' }, date: '2026-12-31' });
  const form = type(named, 'Anna +79123304429, tomorrow 12-14');
  expect(form.draft).toMatchObject({
    client: { name: 'Olga', phone: '+79123304429' },
    date: '2026-12-31',
    timeStart: '12:00',
  });
  const emptied = byHand(form, { timeStart: '', timeEnd: '15:00' });
  expect(type(emptied, 'Anna +79123304429, tomorrow 12-16').draft).toMatchObject({ timeStart: '', timeEnd: '15:00' });

  const ordered = fill('25 tulips, 1 box');
  const [tulips, box] = ordered.draft.items;
  if (tulips === undefined || box === undefined) throw new Error('two items');
  const priced = byHand(ordered, { items: [{ ...tulips, price: '99' }] });
  expect(goods(type(priced, '30 tulips, 1 box, Anna'))).toEqual(['30 tulips 99']);
  expect(goods(type(priced, 'Anna'))).toEqual(['25 tulips 99']);
});

test('a part of the typed line counts as missing from the order if its form field was filled differently by hand', () => {
  const chosen = byHand(BEGUN, { delivery: { adress: 'Market Square 27', flat: '57', deliveryType: 'Курьером' } });
  const form = type(chosen, '25 tulips, to Oak street 9, pick-up, tomorrow');
  expect(form.draft.delivery).toMatchObject({ adress: 'Market Square 27', deliveryType: 'Курьером' });
  expect(openOf(form)).toEqual(['to Oak street 9', 'pick-up']);
  const mended = byHand(form, { delivery: { adress: 'Oak street 9', deliveryType: 'Самовывоз' } });
  expect(openOf(mended)).toEqual([]);
  expect(openOf(type(chosen, 'to Market Square 27'))).toEqual([]);
});

test('if the user empties a field by hand, the field’s part of the typed line counts as missing until the user edits that part', () => {
  const emptied = byHand(fill('Jo, tomorrow 12-14'), { timeStart: '', client: { name: '' } });
  expect(openOf(emptied)).toEqual(['Jo', '12-14']);
  const later = type(emptied, 'Jo, tomorrow 13-14');
  expect(later.draft).toMatchObject({ timeStart: '13:00', client: { name: '' } });
  expect(openOf(later)).toEqual(['Jo']);
  const again = type(type(emptied, ''), 'Jo, tomorrow 12-14');
  expect(again.draft).toMatchObject({ timeStart: '12:00', timeEnd: '14:00', client: { name: 'Jo' } });
  expect(openOf(again)).toEqual([]);
});

test('typed words that contradict a field changed by hand count as missing from the order, even after being edited', () => {
  const line = (hour: string) => `Jo 07700 900191, tomorrow at ${hour}, courier 400, to Oak street 5, card: Love`;
  const form = fill(line('10'));
  const changed = byHand(form, {
    date: '2026-12-05',
    timeStart: '12:30',
    client: { name: 'Joan', phone: '07700 900192' },
    delivery: { ...form.draft.delivery, adress: 'Oak street 55', price: '500' },
    additional: { cardText: 'Joy' },
  });
  const others = ['courier 400', 'to Oak street 5', 'card: Love'];
  expect(openOf(changed).toSorted()).toEqual(['Jo', '07700 900191', 'tomorrow', 'at 10', ...others].toSorted());
  expect(openOf(type(changed, line('11'))).toSorted()).toEqual(
    ['Jo', '07700 900191', 'tomorrow', 'at 11', ...others].toSorted(),
  );
  const spelt = byHand(form, {
    client: { name: 'Jo Smith', phone: '07700900191' },
    delivery: { deliveryType: 'Курьером за город', adress: 'Oak street, 5, entrance 2', price: '400.00' },
    additional: { cardText: 'Love, Jo' },
  });
  expect(openOf(spelt)).toEqual([]);
});

test('an item of the line counts as missing from the order if the form shows another quantity or price', () => {
  const form = fill('5 roses at 200, 2 tulips, Jo', TULIPS);
  const [roses, tulips] = form.draft.items;
  if (roses === undefined || tulips === undefined) throw new Error('two items');
  const openWith = (...items: Draft['items']): string[] => openOf(byHand(form, { items }));
  expect(openWith(roses, tulips)).toEqual([]);
  expect(openWith({ ...roses, price: '250' }, { ...tulips, quantity: '3' })).toEqual(['5 roses', '2 tulips']);
  expect(openWith(tulips)).toEqual(['5 roses']);
  // The line has no price for tulips. The price of the roses counts without the discount.
  expect(openWith(...(withDiscount([roses, { ...tulips, price: '99' }], '10%') ?? []))).toEqual([]);
  const emptied = byHand(form, { items: [{ ...roses, price: '' }] });
  expect(goods(type(emptied, '5 roses at 300, Jo'))).toEqual(['5 roses 300']);
});

test('the line’s delivery replaces the delivery that Docket filled in, until the user removes it from the line', () => {
  const delivery = { adress: 'Market Square 27', flat: '57', deliveryType: 'by bicycle', price: '500' };
  const chosen: FilledForm = { ...byHand(BEGUN, { delivery, client: { phone: '+79001112233' } }), given: delivery };
  const moved = type(chosen, '25 tulips, to Oak street 9, tomorrow');
  expect(moved.draft.delivery).toEqual({ adress: 'Oak street 9', flat: '', deliveryType: 'Курьером', price: '350' });
  expect(openOf(moved)).toEqual([]);
  expect(type(moved, '25 tulips').draft.delivery).toEqual(delivery);
  expect(type(chosen, 'pick-up').draft.delivery).toEqual({
    adress: '',
    flat: '',
    deliveryType: 'Самовывоз',
    price: '',
  });
  expect(type(chosen, 'delivery 700').draft.delivery).toMatchObject({ adress: 'Market Square 27', price: '700' });
  expect(type(chosen, 'to Market Square 27').draft.delivery).toMatchObject({ adress: 'Market Square 27', flat: '57' });
  const pressed = byHand(chosen, { delivery: { ...delivery, deliveryType: 'Самовывоз' } });
  const kept = type(pressed, 'courier, to Oak street 9');
  expect(kept.draft.delivery).toMatchObject({ deliveryType: 'Самовывоз', adress: 'Oak street 9', flat: '' });
  expect(openOf(kept)).toEqual(['courier']);
});

test('a client in the line does not replace another client in the form, and the phone digits in the line are listed as unused', () => {
  const delivery = { adress: 'Market Square 27', flat: '57' };
  const chosen = {
    ...byHand(BEGUN, { delivery, client: { name: 'Natalie', phone: '+79001112233' } }),
    given: delivery,
  };
  const form = type(chosen, 'Anna 4429, 25 tulips', { ...NOBODY, client: ANNA });
  expect(form.draft).toMatchObject({ client: { name: 'Natalie', phone: '+79001112233' }, delivery });
  expect(openOf(form)).toEqual(['4429']);
});

test('a bare sum is understood only as the total of the item before it', () => {
  for (const line of ['2 tulips 240', '2 tulips 240 rub', '2 tulips ₽240.00', '89123304429 tulips 120'])
    expect([line, openOf(fill(line, TULIPS))]).toEqual([line, []]);
  expect(openOf(fill('2 tulips 120', TULIPS))).toEqual(['120']);
  expect(openOf(fill('89123304429 tulips 240', TULIPS))).toEqual(['240']);
  expect(openOf(fill('2 tulips 240, 240', TULIPS))).toEqual(['240']);
});

test('two products joined by “and” are two items when the shop sells both', () => {
  const sold = { tulips: TULIP, vase: { ...TULIP, externalId: 'p-2', name: 'Glass vase', lastPrice: 1200 } };
  const known = sells(sold);
  expect(goodsIn('25 tulips and a vase', known)).toEqual(['25 Tulip 120', '1 Glass vase 1200']);
  expect(goodsIn('89211234567, tulips + vase', known)).toEqual(['1 Tulip 120', '1 Glass vase 1200']);
  const whole = sells({ ...sold, 'tulips and a vase': { ...TULIP, name: 'Set' } });
  expect(goodsIn('2 tulips and a vase', whole)).toEqual(['2 Set 120']);
  const box = fill('25 tulips and a box', known);
  expect([goods(box), openOf(box)]).toEqual([['25 Tulip 120'], ['box']]);
  expect(goodsIn('25 tulips and a ship', known)).toEqual(['25 tulips and a ship ']);
});

test.each([
  ['ваза и лента 3 м', ['1 Ваза 1200', '3 Лента 50']],
  ['vase and ribbon 3 m', ['1 Vase 1200', '3 Ribbon 50']],
  ['открытка и ваза 2 шт', ['1 Открытка 90', '2 Ваза 1200']],
  ['ваза и лента 3 м и открытка', ['1 Ваза 1200', '3 Лента 50', '1 Открытка 90']],
  ['2 вазы и лента', ['2 Ваза 1200', '1 Лента 50']],
])('a number belongs to the product next to it: %p', (line, items) => {
  const sold = [
    ['Ваза', 1200],
    ['Vase', 1200],
    ['Лента', 50],
    ['Ribbon', 50],
    ['Открытка', 90],
  ] as const;
  const products = new Map(
    sold.map(([name, lastPrice]) => [name.toLowerCase(), { ...TULIP, externalId: name, name, lastPrice }]),
  );
  const vase = products.get('ваза');
  if (vase !== undefined) products.set('вазы', vase);
  expect(goodsIn(line, { products })).toEqual([...items]);
});

test('an item that was begun by hand stays before the items that the typed line adds', () => {
  const item = { ...EMPTY.items[0], key: 'mine', name: 'Card', quantity: '1', price: '', sentName: '', rest: {} };
  expect(goods(type(byHand(BEGUN, { items: [item] }), '25 tulips'))).toEqual(['1 Card ', '25 tulips ']);
});

test('a stock product fills in its name, id and last price, unless a price was typed', () => {
  const form = fill('25 tulips', TULIPS);
  expect(form.draft.items).toMatchObject([
    { name: 'Tulip', quantity: '25', price: '120', rest: { id: 'p-1', sku: 'T' } },
  ]);
  expect(goods(type(form, '25 tulips @99', TULIPS))).toEqual(['25 Tulip 99']);
  // Until the shop's data has arrived, the typed words are used. The data then replaces them, without adding a second
  // item.
  const [before] = fill('25 tulips').draft.items;
  const [after] = type(fill('25 tulips'), '25 tulips', TULIPS).draft.items;
  expect([before?.name, after?.name, after?.rest]).toEqual(['tulips', 'Tulip', { id: 'p-1', sku: 'T' }]);
  expect(goodsIn('Anna 4429, box, tulips', TULIPS)).toEqual(['1 Tulip 120']);
});

test.each([
  ['Анна 4429, 15 роз по 200, Ленина 5', NOBODY, 'Ленина 5', 1],
  ['Anna 4429, 15 roses @200, Baker Street 12', NOBODY, 'Baker Street 12', 1],
  // Words with a number stay goods if they name a product, have a price or begin the line. They also stay goods if the
  // line says pick-up or already contains an address.
  ['Анна 4429, 15 роз по 200, Tulip 5', sells({ Tulip: TULIP }), undefined, 2],
  ['Анна 4429, Ваза 2 по 900', NOBODY, undefined, 1],
  ['Анна 4429, самовывоз, Ваза 2', NOBODY, undefined, 1],
  ['Анна 4429, ул. Мира 7, Ваза 2', NOBODY, 'ул. Мира 7', 1],
  ['Розы 25, Анна 4429', NOBODY, undefined, 1],
] as const)('words with a number are an address unless they may be goods: %p', (text, found, adress, items) => {
  const { draft } = fill(text, found);
  expect(draft.delivery['adress']).toBe(adress as string);
  expect(draft.items).toHaveLength(items);
});

test('a known client’s address is filled in unless the line names another address or a pick-up', () => {
  const found: LineMatches = { client: ANNA, products: new Map() };
  expect(fill('Anna 4429', found).draft).toMatchObject({
    client: { name: 'Anna Smirnova', phone: '+79123304429', email: 'a@b.c' },
    delivery: { adress: 'Lake 5', flat: '7', deliveryType: 'by bicycle', price: '350.50' },
  });
  expect(fill('Anna 4429, to Hill st 1', found).draft.delivery).toEqual({
    adress: 'Hill st 1',
    deliveryType: 'Курьером',
    price: '350',
  });
  // If the line names another place and its address is unclear, the client's address is not used.
  expect(fill('Anna 4429, to Astoria', found).draft.delivery['adress']).toBeUndefined();
  expect(fill('Anna 4429, to Hotel Astoria', found).draft.delivery['adress']).toBe('Hotel Astoria');
  expect(fill('Anna 4429, 25 tulips, Hill 9a', found).draft.delivery['adress']).toBe('Hill 9a');
  // The shop calls pick-up "Самовывоз", so the form shows that name.
  expect(fill('Anna 4429, pick-up', found).draft.delivery).toEqual({ deliveryType: 'Самовывоз' });
  // A delivery price is used only with its own delivery method.
  expect(fill('Anna 4429, courier', found).draft.delivery).toMatchObject({
    deliveryType: 'Курьером',
    price: '350',
  });
  const courier = { ...found, client: { ...ANNA, deliveryType: 'Курьер' } };
  expect(fill('Anna 4429, courier', courier).draft.delivery['price']).toBe('350.50');
  expect(fill('Anna 4429, courier 400', found).draft.delivery['price']).toBe('400');
  expect(fill('Anna 4429').draft.client).toEqual({ name: 'Anna' });
});

test.each([
  ['Olga, 25 tulips, courier', { deliveryType: 'Курьером', price: '350' }],
  ['Olga, 25 tulips, courier 400', { deliveryType: 'Курьером', price: '400' }],
  [
    'Olga, 25 tulips, delivery 400, Lenina street 5',
    { deliveryType: 'Курьером', price: '400', adress: 'Lenina street 5' },
  ],
  ['Olga, 25 tulips, to Lake st 5', { deliveryType: 'Курьером', price: '350', adress: 'Lake st 5' }],
  ['Olga, 25 tulips, pick-up', { deliveryType: 'Самовывоз' }],
  ['Olga, 25 tulips', {}],
])('a delivery is recognized from a method, an address or a price: %p', (line, delivery) => {
  expect(fill(line).draft.delivery).toEqual(delivery);
});

test('words that name a product are not read as a client’s name unless a phone is beside them', () => {
  const found = sells({
    tulips: TULIP,
    Роза: { ...TULIP, externalId: 'p-2', name: 'Роза' },
    Anna: { ...TULIP, name: 'Bouquet “Anna”' },
  });
  const named = (text: string) => {
    const form = fill(text, found);
    return [form.draft.client['name'] ?? '', ...goods(form).map((one) => one.split(' ')[1])];
  };
  expect(named('tulips, tomorrow, Olga')).toEqual(['Olga', 'Tulip']);
  expect(named('Роза, завтра')).toEqual(['', 'Роза']);
  expect(named('Роза +79123304429, завтра')).toEqual(['Роза', '']);
  // "Anna" is read as the client's name, because it is only a part of the product's name.
  expect(named('Anna, tomorrow')).toEqual(['Anna', '']);
});

test('words in small letters next to a known client’s phone become goods or open questions', () => {
  const found: LineMatches = { client: ANNA, ...TULIPS };
  expect(goodsIn('+79123304429 tulips tomorrow', found)).toEqual(['1 Tulip 120']);
  const odd = fill('+79123304429 spring bouquet tomorrow', found);
  expect([odd.draft.client['name'], openOf(odd)]).toEqual(['Anna Smirnova', ['spring bouquet']]);
  expect(openOf(fill('+79123304429 anna', found))).toEqual([]);
  expect(openOf(fill('Anna 4429, spring bouquet', NOBODY))).toEqual(['4429', 'spring bouquet']);
});

test('a typed price replaces a product’s price, and an entrance is part of the address', () => {
  const found = sells({ 'bouquet spring': { ...TULIP, name: 'Bouquet “Spring”' } });
  const form = fill('bouquet spring for 5000, courier Lake 5, flat 7, entrance 2, code 45', found);
  expect(goods(form)).toEqual(['1 Bouquet “Spring” 5000']);
  expect(form.draft.delivery).toMatchObject({ adress: 'Lake 5, entrance 2, code 45', flat: '7' });
});

test('a part of the line that the user rejected stays rejected when the line grows', () => {
  const form = fill('Anna, 25 tulips, tomorrow');
  const [name] = readLine('Anna, 25 tulips, tomorrow', EMPTY.date);
  if (name === undefined) throw new Error('a name');
  const without = type({ ...form, line: { ...form.line, dropped: [keyOf(name)] } }, 'Anna, 25 tulips, tomorrow 12-14');
  expect(without.draft).toMatchObject({ client: { name: '' }, timeStart: '12:00' });
  expect(goods(without)).toEqual(['25 tulips ']);
});

test('a stored line is restored with its filled fields, and a line of another version is dropped', () => {
  const form = fill('Anna, 25 tulips');
  const kept = keptOrder(JSON.parse(JSON.stringify({ formId: 'f', ...form })));
  expect(kept).toEqual({ formId: 'f', ...form });
  expect(isPut(form.line)).toBe(true);
  expect(isPut({ ...form.line, text: 'Anna' })).toBe(false);
  expect(type(form, 'Anna, 25 tulips')).toMatchObject(form);
  for (const odd of [undefined, null, {}, { text: 5 }, { text: 'a', put: null }])
    expect(keptLine(odd)).toEqual(EMPTY_LINE);
  const { line: _, ...older } = { formId: 'f', ...form };
  expect(keptOrder(JSON.parse(JSON.stringify(older)))).toEqual({
    formId: 'f',
    draft: form.draft,
    line: EMPTY_LINE,
    given: {},
  });
});

test('all errors of items are reported together, and an empty field is reported only as empty, not also as invalid', () => {
  const item = { key: 'a', name: '', quantity: 'x', price: '', sentName: '', rest: {} };
  expect(
    wrongItems([item, { ...item, name: 'Rose', quantity: '0', price: 'much' }]).map(
      ({ path, rule }) => `${path} ${rule}`,
    ),
  ).toEqual([
    'products.0.name valueMissing',
    'products.0.quantity shape_number_above',
    'products.0.price valueMissing',
    'products.1.quantity shape_number_above',
    'products.1.price shape_number_least',
  ]);
});

test('a discount in the line changes the prices, and deleting it from the line restores them', () => {
  const off = fill('3 tulips @100, 1 box @350.50, 10% off');
  expect(goods(off)).toEqual(['3 tulips 90', '1 box 315.45']);
  expect(goods(type(off, '3 tulips @100, 1 box @350.50, 2 cards @50, 20% off'))).toEqual([
    '3 tulips 80',
    '1 box 280.40',
    '2 cards 40',
  ]);
  const again = type(off, '3 tulips @100, 1 box @350.50');
  expect(goods(again)).toEqual(['3 tulips 100', '1 box 350.50']);
  expect(goods(type(again, '3 tulips @120'))).toEqual(['3 tulips 120']);
});

test('a discount in the line waits for prices and does not replace a discount changed by hand', () => {
  const waiting = fill('3 tulips, 10% off');
  expect(giveDiscount(waiting)).toBe(waiting);
  const [item] = waiting.draft.items.map((one) => ({ ...one, price: '100' }));
  const priced = giveDiscount(byHand(waiting, { items: item === undefined ? [] : [item] }));
  expect(goods(priced)).toEqual(['3 tulips 90']);

  const given = fill('3 tulips @100, 10% off');
  const removed = byHand(given, { items: withoutDiscount(given.draft.items) });
  expect(goods(type(removed, '3 tulips @100, 10% off, tomorrow'))).toEqual(['3 tulips 100']);
  expect(goods(type(removed, '3 tulips @100, 20% off'))).toEqual(['3 tulips 80']);

  const plain = fill('3 tulips @100');
  const own = byHand(plain, { items: withDiscount(plain.draft.items, '50%') ?? [] });
  expect(goods(type(own, '3 tulips @100, 10% off'))).toEqual(['3 tulips 50']);
});

test('a recipient is another person than the client if the phone differs, or, without a phone, if the name differs', () => {
  const client = { name: 'Anna', phone: '+7 912 330-44-29' };
  const isForAnotherThan = (recipient: Draft['recipient']) => isForAnother({ client, recipient });
  expect(isForAnotherThan({ name: 'Anya', phone: '8 (912) 330 44 29' })).toBe(false);
  expect(isForAnotherThan({ name: 'Anna', phone: '+7 912 330-44-20' })).toBe(true);
  expect(isForAnotherThan({ name: 'Olga' })).toBe(true);
  expect(isForAnotherThan({ name: 'Anna' })).toBe(false);
  expect(isForAnotherThan({})).toBe(false);
});

const PEONIES = { externalId: 'p-2', name: 'Пионы, 9 шт.', sku: null, quantity: 5, lastPrice: 2600 };

test('goods, parts of the day and payments never become the client’s name', () => {
  const found = sells({ 'букет весна': { ...PEONIES, name: 'Букет «Весна», 15 роз' } });
  const known = fill('букет весна самовывоз сегодня вечером', found);
  expect([known.draft.client['name'] ?? '', goods(known), openOf(known)]).toEqual([
    '',
    ['1 Букет «Весна», 15 роз 2600'],
    ['вечером'],
  ]);
  for (const [line, open] of [
    ['букет весна самовывоз сегодня вечером', ['букет весна', 'вечером']],
    ['сегодня вечером самовывоз пионы', ['вечером', 'пионы']],
    ['pickup today evening spring bouquet', ['evening', 'spring bouquet']],
    ['Розы завтра', ['Розы']],
    ['вчера букет', ['вчера', 'букет']],
    ['наличными', ['наличными']],
    ['предоплата 1000', ['предоплата 1000']],
    ['prepaid 1000', ['prepaid 1000']],
  ] as const) {
    const form = fill(line);
    expect([line, form.draft.client['name'] ?? '', openOf(form)]).toEqual([line, '', [...open]]);
  }
  for (const name of ['Роза', 'Rose', 'Горшкова Анна', 'Lily Potter'])
    expect(fill(`${name}, завтра`).draft.client['name']).toBe(name);
});

test('a part of the day in the line selects the only delivery slot that begins in that part', () => {
  const slots = ['10:00-12:00', '12:00-14:00', '14:00-16:00', '18:00-20:00'].map((text) => {
    const [timeStart = '', timeEnd = ''] = text.split('-');
    return { timeStart, timeEnd };
  });
  const timesOf = (line: string): string => {
    const form = fill(line, { products: new Map(), slots });
    return `${form.draft.timeStart}-${form.draft.timeEnd} ${openOf(form).join()}`;
  };
  expect(['завтра вечером', 'tomorrow evening', 'завтра утром', 'in the morning'].map(timesOf)).toEqual([
    '18:00-20:00 ',
    '18:00-20:00 ',
    '10:00-12:00 ',
    '10:00-12:00 ',
  ]);
  expect(['завтра днём', 'this afternoon', 'после обеда', 'вечером 12-14'].map(timesOf)).toEqual([
    '- днём',
    '- this afternoon',
    '14:00-16:00 ',
    '12:00-14:00 вечером',
  ]);
});

test('a product that the words may mean is offered, and fills the item when accepted', () => {
  const found = sells({ пиона: PEONIES });
  expect(offeredFor({ name: 'пиона', quantity: '2', price: '' }, found.products)).toBe(PEONIES);
  const form = fill('2 пиона', found);
  expect(goods(form)).toEqual(['2 пиона ']);
  const taken = (key: string, line: string, matches = found) =>
    type({ ...BEGUN, line: { ...EMPTY_LINE, taken: [key] } }, line, matches);
  expect(goods(taken('item 2 пиона', '2 пиона', found))).toEqual(['2 Пионы, 9 шт. 2600']);
  // "Roses" may mean single flowers, so Docket does not fill in the bouquet of 15.
  const bouquet = sells({ розы: { ...PEONIES, name: 'Букет «Весна», 15 роз' } });
  expect(openOf(fill('розы', bouquet))).toEqual(['розы']);
  expect(goods(taken('unsure розы', 'розы', NOBODY))).toEqual(['1 розы ']);
});

function offering(line: string, product: OfferedProduct): LineMatches {
  const [part] = readLine(line, EMPTY.date);
  return sells({ [part?.kind === 'item' ? part.value.name : (part?.text ?? '')]: product });
}

const SPRING = { ...PEONIES, name: 'Букет «Весна», 15 роз' };

test.each([
  ['2 букета', SPRING, '2 букета ', '2 Букет «Весна», 15 роз 2600'],
  ['букеты 3', SPRING, '3 букеты ', '3 Букет «Весна», 15 роз 2600'],
  ['1 букет', SPRING, '1 букет ', '1 Букет «Весна», 15 роз 2600'],
  ['букет', SPRING, '1  ', '1 Букет «Весна», 15 роз 2600'],
  ['2 bouquets', { ...SPRING, name: 'Bouquet “Spring”, 15 roses' }, '2 bouquets ', '2 Bouquet “Spring”, 15 roses 2600'],
  ['3 розы', { ...SPRING, name: 'Розы в коробке, 9 шт.' }, '3 розы ', '3 Розы в коробке, 9 шт. 2600'],
])('if %p could mean only one product, the form offers that product', (line, product, asked, answered) => {
  const found = offering(line, product);
  const form = fill(line, found);
  expect([goods(form), form.draft.client['name'] ?? '']).toEqual([[asked], '']);
  const [held] = withProducts(readLine(line, EMPTY.date), found);
  const good = held && goodIn(held);
  if (held === undefined || good === undefined) throw new Error('goods');
  expect(offeredFor(good, found.products)).toBe(product);
  const taken = type({ ...BEGUN, line: { ...EMPTY_LINE, taken: [keyOf(held)] } }, line, found);
  expect(goods(taken)).toEqual([answered]);
});

test.each([
  ['a price means single flowers', { name: 'пиона', quantity: '2', price: '300' }, PEONIES],
  ['a number that the product has', { name: 'пионов', quantity: '9', price: '' }, PEONIES],
  ['another word first', { name: 'роз', quantity: '3', price: '' }, { ...PEONIES, name: 'Букет, 15 роз' }],
  ['flowers in a bouquet', { name: 'роз', quantity: '3', price: '' }, { ...PEONIES, name: 'Букет роз, 15 шт.' }],
])('no product is offered: %s', (_, good, product) => {
  expect(offeredFor(good, new Map([[good.name, product]]))).toBeUndefined();
});

function answered(text: string, found = NOBODY) {
  const parts = withProducts(readLine(text, EMPTY.date), found);
  const asked = parts.filter((part) => answerFor(parts, part, found) !== undefined);
  const form = type({ ...BEGUN, line: { ...EMPTY_LINE, taken: asked.map(keyOf) } }, text, found);
  return { asked: asked.map((part) => `${answerFor(parts, part, found)} ${part.text}`), form };
}

test('a product is recognized by the part of its name that is in quotes', () => {
  for (const [line, product, item] of [
    ['Весна ×2', SPRING, '2 Букет «Весна», 15 роз 2600'],
    ['2 весны', SPRING, '2 Букет «Весна», 15 роз 2600'],
    ['весна', SPRING, '1 Букет «Весна», 15 роз 2600'],
    ['Spring ×2', { ...SPRING, name: 'Bouquet “Spring”, 15 roses' }, '2 Bouquet “Spring”, 15 roses 2600'],
  ] as const) {
    expect(goodsIn(line, offering(line, product))).toEqual([item]);
  }
});

test('a sum beside goods is offered as their total price', () => {
  const spring = { ...TULIP, name: 'Весна', lastPrice: null };
  const found = sells({ весна: spring });
  for (const [line, asked, items] of [
    ['51 роза 7500', 'price 7500', '1 51 роза 7500'],
    ['25 роз 5000', 'price 5000', '25 роз 200'],
    ['9 пионов 4500 руб', 'price 4500 руб', '9 пионов 500'],
    ['весна 2990 Степан', 'price 2990', '1 Весна 2990'],
    ['2990 весна', 'price 2990', '1 Весна 2990'],
  ] as const) {
    expect(answered(line, found).asked).toEqual([asked]);
    expect(goods(answered(line, found).form)).toEqual([items]);
  }
  expect(answered('3 розы, 2 вазы итого 5000').asked).toEqual([]);
  // Even without the user's confirmation, a large round sum after a number of flowers becomes their total price. This
  // does not apply to flowers in the stock list.
  expect(goodsIn('51 роза 7500')).toEqual(['1 51 роза 7500']);
  expect(goodsIn('9 пионов 4500 руб')).toEqual(['9 пионов 500']);
  for (const line of ['15 роз 4429', '3 вазы 2400', '15 роз 500', '2 букета роз 5000'])
    expect(goodsIn(line)[0]).toEndWith(' ');
  const peonies = sells({ пионов: { ...TULIP, name: 'Пионы, 9 шт.' } });
  expect(goodsIn('9 пионов 4500', peonies)).toEqual(['1 Пионы, 9 шт. 120']);
  // The sum belongs to the only item without a price, even if other words are between them.
  expect(goodsIn('51 роза, завтра, 7500 руб')).toEqual(['1 51 роза 7500']);
  expect(answered('букет, завтра, 5 800').asked).toEqual(['item букет', 'price 5 800']);
  // A sum that equals the product's own price tells nothing new, so Docket does not ask about it.
  const priced = sells({ весна: { ...spring, lastPrice: 2990 } });
  for (const line of ['весна 2990 Степан', '2990 весна Степан']) {
    expect(answered(line, priced).asked).toEqual([]);
    expect([goodsIn(line, priced), openOf(fill(line, priced))]).toEqual([['1 Весна 2990'], []]);
  }
  for (const paid of ['оплачено 2990', 'предоплата 2990', 'paid 2990'])
    expect(openOf(fill(`весна, ${paid}, Ира`, priced))).toEqual([paid]);
  // Digits from a known client's phone are not offered as a price.
  expect(answered('весна 4429', { ...found, client: ANNA }).asked).toEqual([]);
  expect(answered('розы 0000 Степан', found).asked).toEqual(['item розы']);
});

test('words that Docket does not understand are offered as wishes, and accepted wishes are joined in one comment', () => {
  const { asked, form } = answered('Света, оставить у двери, подороже, 15 роз, note: no lilies');
  expect(asked).toEqual(['note оставить у двери', 'note подороже']);
  expect(form.draft.additional['comment']).toBe('оставить у двери, подороже, no lilies');
  expect(openOf(form)).toEqual([]);
  for (const line of ['оплата наличными', 'утром', '31 Feb', '14-12']) expect(answered(line).asked).toEqual([]);
});

test('a person’s name that is part of a product’s name belongs to the product', () => {
  const found = sells({ 'роза Наташа': { ...TULIP, name: 'Роза Наташа' } });
  expect(goodsIn('роза Наташа, Саша', found)).toEqual(['1 Роза Наташа 120']);
  expect(fill('25 роза Наташа', found).draft.client['name'] ?? '').toBe('');
  expect(namesWithPerson(readLine('25 роз Наташа', EMPTY.date))).toEqual(['роз Наташа']);
});

test('a number of flowers that makes whole bunches is offered as bunches', () => {
  const tulips = { ...TULIP, name: 'Тюльпаны, 25 шт.' };
  const found = sells({ тюльпаны: tulips });
  for (const [line, pieces] of [
    ['тюльпаны 50 шт', '2'],
    ['тюльпаны 30 шт', '30'],
  ] as const)
    expect(goods(answered(line, found).form)).toEqual([`${pieces} Тюльпаны, 25 шт. 120`]);
});

test('a quantity equal to a bouquet’s number of flowers is changed to 1 once the user confirms that one bouquet is meant', () => {
  const found = sells({ 'букет роз': { ...SPRING, lastPrice: 2600 } });
  expect(goodsIn('букет роз 15 шт', found)).toEqual(['15 букет роз ']);
  expect(goods(answered('букет роз 15 шт', found).form)).toEqual(['1 Букет «Весна», 15 роз 2600']);
  expect(goodsIn('букет роз 3 шт', found)).toEqual(['3 Букет «Весна», 15 роз 2600']);
});

test('an instruction that mentions goods is a note, and a bare number is no item', () => {
  expect(answered('букет, не класть лилии').asked).toEqual(['item букет', 'note не класть лилии']);
  expect(answered('15 roses, paid by card').asked).toEqual([]);
});

test('an unquoted card message ends where the name of a product begins', () => {
  const found = sells({ весна: TULIP });
  const form = fill('открытка: С днём рождения, мама, весна, Аня', found);
  expect(form.draft.additional['cardText']).toBe('С днём рождения, мама');
  expect([goods(form), form.draft.client['name']]).toEqual([['1 Tulip 120'], 'Аня']);
  const quoted = fill('открытка «С любовью, весна, Аня»', found);
  expect(quoted.draft.additional['cardText']).toBe('С любовью, весна, Аня');
});

test('a street in small letters after “delivery” is an address', () => {
  for (const line of ['доставка ленина 12 кв 5', 'доставка на ленина 12'])
    expect(fill(line).draft.delivery['adress']).toBe('ленина 12');
  expect(goodsIn('доставка пионы 12')).toEqual(['12 пионы ']);
  expect(goodsIn('ленина 12')).toEqual(['12 ленина ']);
});

test('the form does not ask about a part of the day that contains the order’s time', () => {
  const typedBy = (time: string) => byHand(fill('завтра вечером'), { timeStart: time });
  expect([openOf(typedBy('18:00')), openOf(typedBy('12:00'))]).toEqual([[], ['вечером']]);
});

test('“pm” and “in half an hour” offer the shop’s slots, usual hours or a time counted from now', () => {
  const slots = [
    { timeStart: '12:00', timeEnd: '14:00' },
    { timeStart: '14:00', timeEnd: '16:00' },
  ];
  const times = (text: string, of: typeof slots | undefined) =>
    timesFor(text, of, '13:02').map(({ timeStart, timeEnd }) => `${timeStart}-${timeEnd}`);
  expect(times('в обед', slots)).toEqual(['12:00-14:00']);
  expect(times('pm', slots)).toEqual(['12:00-14:00', '14:00-16:00']);
  expect(times('утром', slots)).toEqual(['08:00-12:00']);
  expect(times('после обеда', [])).toEqual(['13:00-17:00']);
  expect(times('вечером', undefined)).toEqual([]);
  expect(
    ['через час', 'через полтора часа', 'через два часа', 'in half an hour', 'через 40 минут'].map(
      (one) => times(one, slots)[0],
    ),
  ).toEqual(['14:05-', '14:35-', '15:05-', '13:35-', '13:45-']);
  expect(times('через 12 часов', slots)).toEqual([]);
  expect(times('через неделю', slots)).toEqual([]);
  const waited = { ...EMPTY, timeStart: '14:05' };
  expect(openOf(type({ ...BEGUN, draft: waited }, 'через час'))).toEqual([]);
});

test('a sum is the price of the item before it, and the word “flowers” alone matches no product', () => {
  const boxes = { ...TULIP, name: 'Flower box', lastPrice: 1650 };
  expect(matchProduct('flowers', [boxes])).toBeUndefined();
  expect(matchProduct('bunches of tulips', [TULIP])).toBe(TULIP);
  const sumOf = (text: string): string | undefined => {
    const parts = readLine(text, EMPTY.date);
    const sum = parts.find((part) => saidSum(part) !== undefined);
    return sum && pricedBy(parts, sum, NOBODY)?.text;
  };
  expect(sumOf('jam jar 500, Kim')).toBe('jam jar');
  expect(sumOf('flowers for my wife 4000, James 07700 900111')).toBe('flowers');
  expect(sumOf('white roses, tomorrow at 25, 2 cards')).toBe('white roses');
});

test('words such as “ring the bell” and “no lilies” become wishes, and the form asks nothing about them', () => {
  const form = fill('9 peonies, ring the bell, no lilies, Amy');
  expect(form.draft.additional['comment']).toBe('ring the bell, no lilies');
  expect(openOf(form)).toEqual([]);
});

test('a product’s name next to an address becomes an item, not a part of the address', () => {
  const spring = { externalId: 's', name: 'Букет «Весна», 15 роз', sku: null, quantity: 9, lastPrice: 2990 };
  const found = sells({ весна: spring });
  const of = (text: string) => {
    const form = fill(text, found);
    return [form.draft.delivery['adress'] ?? '', ...goods(form)];
  };
  const item = '1 Букет «Весна», 15 роз 2990';
  expect(of('ул ленина 5 весна')).toEqual(['ул ленина 5', item]);
  expect(of('дом 10 улица Мира весна')).toEqual(['дом 10 улица Мира', item]);
  expect(of('доставка ленина 5 весна')).toEqual(['ленина 5', item]);
  expect(of('доставка, весна мира 5')).toEqual(['мира 5', item]);
  expect(of('доставка к 12 ленина 5 весна')).toEqual(['ленина 5', item]);
  // A floor is not a street.
  expect(of('весна, этаж 3 кв 12')).toEqual(['', item]);
  expect(of('доставка весна 2')).toEqual(['', '2 Букет «Весна», 15 роз 2990']);
  expect(of('ул Весна 5')).toEqual(['ул Весна 5', '1  ']);
});

test('a product’s name is separated from the words beside it, except within a wish', () => {
  const product = (name: string, lastPrice: number) => ({ externalId: name, name, sku: null, quantity: 9, lastPrice });
  const found = sells({
    весна: product('Букет «Весна», 15 роз', 2990),
    пионы: product('Пионы, 9 шт.', 4500),
    ваза: product('Ваза стеклянная', 1200),
  });
  const of = (text: string) => {
    const form = fill(text, found);
    const words = goods(form).map((one) => one.split(' ')[1]);
    return [words.join(' '), ...openOf(form)];
  };
  expect(of('весна без зелени')).toEqual(['Букет']);
  expect(of('ваза в подарок весна')).toEqual(['Ваза Букет', 'в подарок']);
  expect(of('мама заказала пионы')).toEqual(['Пионы,', 'мама заказала']);
  expect(of('конфеты и весна')).toEqual(['Букет', 'конфеты']);
  for (const wish of ['не класть пионы', 'пионы не класть', 'аллергия на пионы']) expect(of(wish)).toEqual(['', wish]);
  expect(of('89161234567 весна')).toEqual(['Букет']);
});

test.each([
  'paid by card',
  'paying by card',
  'card payment',
  'paid card',
  'pays with a credit card',
  'card on delivery',
])('in “%s”, the word “card” is not taken for an item, even if the shop sells cards', (words) => {
  const card = { externalId: 'c', name: 'Card', sku: null, quantity: 9, lastPrice: 150 };
  const found = sells({ card });
  for (const line of [`3 roses, Amy 07700 900191 ${words}`, `3 roses Amy, ${words}, tomorrow`]) {
    const form = fill(line, found);
    expect([...goods(form), ...openOf(form)]).toEqual(['3 roses ', words]);
    const parts = readLine(line, EMPTY.date);
    expect(parts.map((part) => answerFor(parts, part, found))).not.toContain('product');
  }
});

test('a product is offered even if its name lacks a typed word, and accepting the product adds the typed words to the order’s comment', () => {
  const tulips = { externalId: 't', name: 'Тюльпаны, 25 шт.', sku: null, quantity: 9, lastPrice: 2750 };
  const found = sells({ тюльпаны: tulips });
  const text = 'тюльпаны белые 25 шт';
  expect(goodsIn(text, found)).toEqual(['25 тюльпаны белые ']);
  const [part] = readLine(text, EMPTY.date);
  if (part === undefined) throw new Error('one part');
  expect(answerFor([part], part, found)).toBe('product');
  const taken = type({ ...BEGUN, line: { ...EMPTY_LINE, taken: [keyOf(part)] } }, text, found);
  expect(goods(taken)).toEqual(['1 Тюльпаны, 25 шт. 2750']);
  expect(taken.draft.additional['comment']).toBe('тюльпаны белые');
});

test('unknown words are offered as an item only when the line has no other item', () => {
  expect(answered('колокольчики, завтра, Ира').asked).toEqual(['item колокольчики']);
  expect(answered('колокольчики, 5 роз').asked).toEqual(['note колокольчики']);
  expect(answered('перезвонить, Ира').asked).toEqual(['note перезвонить']);
  expect(goodsIn('ваза и 3 розы 2300')).toEqual(['3 розы ']);
});
