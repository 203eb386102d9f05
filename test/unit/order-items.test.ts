import { expect, test } from 'bun:test';
import {
  fullPriceOf,
  type Item,
  newItem,
  piecesOf,
  takenFrom,
  typedOver,
  withOneMore,
  withoutListPrice,
} from '../../src/dashboard/client/features/orders/order-form/order-items.ts';

const ROSE = { externalId: 'rose', name: 'Роза', sku: 'R', lastPrice: 250.5 };
const plain = ({ name, quantity, price, rest }: Item) => ({ name, quantity, price, rest });

test('the first piece of a product fills the empty item, and a second piece raises its quantity', () => {
  const first = withOneMore([newItem()], ROSE);
  const rose = { name: 'Роза', quantity: '1', price: '250.50', rest: { id: 'rose', sku: 'R' } };
  expect(first.map(plain)).toEqual([rose]);
  expect(withOneMore(first, ROSE).map(plain)).toEqual([{ ...rose, quantity: '2' }]);
  const cheaper = first.map((item) => ({ ...item, price: '199' }));
  const both = withOneMore(withOneMore(cheaper, ROSE), ROSE);
  expect(both.map(plain)).toEqual([
    { ...rose, price: '199' },
    { ...rose, quantity: '2' },
  ]);
  expect(piecesOf(both, ROSE)).toBe(3);
  // A product without a list price cannot differ from it.
  expect(withOneMore(cheaper, { ...ROSE, lastPrice: null }).map(plain)).toEqual([
    { ...rose, quantity: '2', price: '199' },
  ]);
});

test('adding a product raises the quantity of its item, but never of an item typed by hand or sold by weight', () => {
  const typed = { ...newItem(), name: 'Лента', price: '45' };
  const both = withOneMore([typed], ROSE);
  expect(both.map(({ name }) => name)).toEqual(['Лента', 'Роза']);
  const counted = (quantity: string) =>
    withOneMore([{ ...newItem(), rest: { id: 'rose' }, name: 'Роза', price: '250,50', quantity }], ROSE).map(
      (item) => item.quantity,
    );
  expect(['2', '', 'много'].map(counted)).toEqual([['3'], ['1'], ['1']]);
  expect(['0,35', '1.5'].map(counted)).toEqual([
    ['0,35', '1'],
    ['1.5', '1'],
  ]);
});

test('one more piece of a discounted product has the list price, and earlier pieces keep their price', () => {
  const given = { ...newItem(), name: 'Роза', price: '225.45', quantity: '3', rest: { id: 'rose', listPrice: 250.5 } };
  const once = withOneMore([given], ROSE);
  const more = { name: 'Роза', quantity: '1', price: '250.50', rest: { id: 'rose', sku: 'R' } };
  expect(once.map(plain)).toEqual([plain(given), more]);
  const twice = withOneMore(once, ROSE);
  expect(twice.map(plain)).toEqual([plain(given), { ...more, quantity: '2' }]);
  expect(piecesOf(twice, ROSE)).toBe(5);
  // A small discount may leave some pieces at the list price, as a separate item. The added piece joins that item.
  const whole = { ...given, price: '250.50' };
  expect(withOneMore([whole], ROSE).map(({ quantity }) => quantity)).toEqual(['4']);
});

test('a discounted item loses its original price when its name, price or product changes', () => {
  const item = { ...newItem(), name: 'Роза', price: '90', rest: { id: 'x', wish: 'red', listPrice: 100 } };
  expect(withoutListPrice(item)).toEqual({ rest: { id: 'x', wish: 'red' } });
  expect(takenFrom(item, ROSE)).toEqual({ name: 'Роза', price: '250.50', rest: { id: 'rose', sku: 'R', wish: 'red' } });
});

test('if the user types a discounted item’s old name and price again, its listPrice is restored', () => {
  const before = { ...newItem(), name: 'Роза', price: '90', rest: { id: 'x', listPrice: 100 } };
  const renamed = { ...before, ...typedOver(before, before, { name: 'Роза 1' }) };
  expect(renamed).toMatchObject({ name: 'Роза 1', price: '90', rest: { id: 'x' } });
  expect(fullPriceOf(renamed)).toBeUndefined();
  expect({ ...renamed, ...typedOver(renamed, before, { name: 'Роза' }) }).toEqual(before);
  const priced = { ...renamed, ...typedOver(renamed, before, { price: '9' }) };
  const named = { ...priced, ...typedOver(priced, before, { name: 'Роза' }) };
  expect(fullPriceOf(named)).toBeUndefined();
  expect({ ...named, ...typedOver(named, before, { price: '90' }) }).toEqual(before);
  // The original price is typed again, in another spelling.
  expect(typedOver(named, before, { price: '90,0' })).toEqual({ price: '90,0', rest: before.rest });
});
