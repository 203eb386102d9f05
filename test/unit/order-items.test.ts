import { expect, test } from 'bun:test';
import {
  type Item,
  newItem,
  piecesOf,
  takenFrom,
  withOneMore,
  withoutListPrice,
} from '../../src/dashboard/client/features/orders/order-form/order-items.ts';

/** The items of an order's form while products of the price list are added. */

const ROSE = { externalId: 'rose', name: 'Роза', sku: 'R', lastPrice: 250.5 };
const plain = ({ name, quantity, price, rest }: Item) => ({ name, quantity, price, rest });

test('a product takes the untouched item, then raises its quantity; a price changed for this order stays', () => {
  const first = withOneMore([newItem()], ROSE);
  const rose = { name: 'Роза', quantity: '1', price: '250.5', rest: { id: 'rose', sku: 'R' } };
  expect(first.map(plain)).toEqual([rose]);
  const dearer = first.map((item) => ({ ...item, price: '199' }));
  expect(withOneMore(dearer, ROSE).map(plain)).toEqual([{ ...rose, quantity: '2', price: '199' }]);
  expect(piecesOf(withOneMore(dearer, ROSE), ROSE)).toBe(2);
});

test('a product joins the items that were typed, and counts on from any quantity', () => {
  const typed = { ...newItem(), name: 'Лента', price: '45' };
  const both = withOneMore([typed], ROSE);
  expect(both.map(({ name }) => name)).toEqual(['Лента', 'Роза']);
  const counted = (quantity: string) =>
    withOneMore([{ ...newItem(), rest: { id: 'rose' }, name: 'Роза', quantity }], ROSE).map((item) => item.quantity);
  expect(['1,1', '', 'много', '2.675'].map(counted)).toEqual([['2.1'], ['1'], ['1'], ['3.675']]);
});

test('one more of a product with a discount has the price of the list; what was given before stays', () => {
  const given = { ...newItem(), name: 'Роза', price: '225.45', quantity: '3', rest: { id: 'rose', listPrice: 250.5 } };
  const once = withOneMore([given], ROSE);
  const more = { name: 'Роза', quantity: '1', price: '250.5', rest: { id: 'rose', sku: 'R' } };
  expect(once.map(plain)).toEqual([plain(given), more]);
  const twice = withOneMore(once, ROSE);
  expect(twice.map(plain)).toEqual([plain(given), { ...more, quantity: '2' }]);
  expect(piecesOf(twice, ROSE)).toBe(5);
  // The part of an item that a discount of a few kopecks did not reach costs what the list says.
  const whole = { ...given, price: '250.5' };
  expect(withOneMore([whole], ROSE).map(({ quantity }) => quantity)).toEqual(['4']);
});

test('an item that is renamed, has another price or another product keeps no price from before a discount', () => {
  const item = { ...newItem(), name: 'Роза', price: '90', rest: { id: 'x', wish: 'red', listPrice: 100 } };
  expect(withoutListPrice(item)).toEqual({ rest: { id: 'x', wish: 'red' } });
  expect(takenFrom(item, ROSE)).toEqual({ name: 'Роза', price: '250.5', rest: { id: 'rose', sku: 'R', wish: 'red' } });
});
