import { beforeAll, expect, test } from 'bun:test';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();
const TAKES = (): string => `${shop.base}/stock/stocktakes`;
let rose: string;
beforeAll(async () => {
  const product = { name: 'Роза', sku: 'R-1', quantity: 10, price: 120.5, category: 'Цветы', barcode: '4601234567893' };
  rose = expectOk(await owner.post(`${shop.base}/stock`, product)).id;
  expectOk(await owner.post(`${shop.base}/stock`, { name: 'Ваза', sku: null, quantity: 3 }));
});

const start = async (): Promise<string> => expectOk(await owner.post(TAKES(), {})).id;
const read = async (id: string, query = '') => expectOk(await owner.get(`${TAKES()}/${id}${query}`));

const textOf = async (id: string): Promise<string> => (await owner.fetch(`${TAKES()}/${id}/export`)).text();

test('a stocktake counts pieces, shows the shortage in roubles, and corrects the stock when it is applied', async () => {
  const id = await start();
  const { stocktake } = expectOk(await owner.post(`${TAKES()}/${id}/count`, { product: rose, counted: 7.5 }));
  expect((await read(id)).products).toMatchObject([
    { name: 'Ваза', quantity: 3, counted: null, expected: null },
    { name: 'Роза', quantity: 10, counted: 7.5, expected: 10, price: 120.5, category: 'Цветы' },
  ]);
  expect((await read(id, '?part=left')).products).toMatchObject([{ name: 'Ваза' }]);
  expect((await read(id, `?category=${encodeURIComponent('Цветы')}`)).products).toMatchObject([{ name: 'Роза' }]);
  const sums = { counted: 1, differing: 1, surplus: 0, shortage: 301.25, appliedAt: null };
  expect((await read(id)).stocktake).toMatchObject(sums);
  expect(stocktake).toMatchObject(sums);
  expect(await textOf(id)).toBe(
    'category,name,sku,barcode,expected,counted,difference,price\r\n,Ваза,,,3,,,\r\nЦветы,Роза,R-1,4601234567893,10,7.5,-2.5,120.50\r\n',
  );
  expect(expectOk(await owner.post(`${TAKES()}/${id}/apply`, {}))).toEqual({ changed: 1 });
  const { movements, product } = expectOk(await owner.get(`${shop.base}/stock/${rose}`));
  expect(product.quantity).toBe(7.5);
  expect(movements[0]).toMatchObject({ kind: 'correction', delta: -2.5, stocktakeId: id });
  expect(await textOf(id)).not.toContain('Ваза');
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=workspace`));
  expect(rows.map(({ action }: { action: string }) => action)).toContain('stocktake.applied');
  expectFailure(await owner.post(`${TAKES()}/${id}/count`, { product: rose, counted: 1 }), 412, 'precondition_failed');
});
