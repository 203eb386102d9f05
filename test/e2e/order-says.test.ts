import { expect, test } from 'bun:test';
import { sharedBrowser } from '../support/browser.ts';
import { openShop, orderBody } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { enter, formNamed, look, orderWords, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

walk('a restored order names the payment that lost its id and the order that now has the id', async (form) => {
  const o = orderWords(wordsOf(form));
  await using shop = await openShop();
  const post = async (operation: string, body: unknown) =>
    expectOk(await shop.api.post(`/api/v1/orders/${operation}`, body));
  const payments = [{ paymentId: 7501, amount: 100 }];
  const gone = await post('create', orderBody({ payments, client: { name: 'Анна' } }));
  const other = await post('create', orderBody({ client: { name: 'Ольга' } }));
  await post('delete', { id: gone.id });
  await post('payment', { id: other.id, paymentId: 7501, amount: 100 });
  await post('update', { id: other.id, data: { num: gone.num } });
  await using page = await enter(browser, shop, form, `/app/orders/${gone.id}`);

  await page.getByRole('button', { name: o.restore, exact: true }).click();
  await page.getByText(/1 (payment stays|оплата осталась)/).waitFor();
  const paid = page.locator('.order-payments');
  await paid.getByText(o.freed('7501')).waitFor();
  expect(await paid.getByRole('link', { name: gone.num, exact: true }).getAttribute('href')).toBe(
    `/app/orders/${other.id}`,
  );
  await page.locator('.timeline').getByText(`${o.freedIds}: 7501`).waitFor();
  await look(page, form);

  await page.getByText(o.sameNumber).waitFor();
  await page.getByRole('link', { name: /Ольга/ }).click();
  await page.getByRole('link', { name: /Анна/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/app/orders/${other.id}`);
});

test('a very long word gets possible line breaks every few letters', async () => {
  await using shop = await openShop();
  const word = 'ب'.repeat(10_000);
  const { id } = await placeOrder(shop.api, { additional: { comment: word, room: word } });
  await using page = await enter(browser, shop, formNamed('phone, light, en'), `/app/orders/${id}`);
  await page
    .locator('dd', { hasText: word.slice(0, 100) })
    .first()
    .waitFor();
  const shown = `[...document.querySelectorAll('dd')].filter((one) => one.textContent.includes('بب'))`;
  const broken = `${shown}.map((one) => [one.textContent, one.querySelectorAll('wbr').length])`;
  // The word appears in a note, and twice among the sent fields.
  expect(await page.evaluate(broken)).toEqual(Array(3).fill([word, 312]));
});

test('a long item comment leaves room for its label on a phone', async () => {
  await using shop = await openShop();
  const products = [{ name: 'Rose', quantity: 1, price: 100, comment: 'Please wrap it in plain paper. '.repeat(20) }];
  const { id } = await placeOrder(shop.api, { products });
  const form = formNamed('phone, light, en');
  await using page = await enter(browser, shop, form, `/app/orders/${id}`);
  const name = page.locator('.order-items dt', { hasText: orderWords(wordsOf(form)).fields.comment });
  await name.waitFor();
  expect((await name.boundingBox())?.width).toBeGreaterThan(40);
});
