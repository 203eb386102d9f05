import { expect, test } from 'bun:test';
import {
  type Item,
  newItem,
  piecesOf,
  withOneMore,
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
