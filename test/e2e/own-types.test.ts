import { expect, test } from 'bun:test';
import { sharedDesk } from '../support/browser.ts';
import { orderBody } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { DESKTOP, enter, look, orderWords, wordsOf } from '../support/visits.ts';

const { browser, shop } = sharedDesk();

const SENT = {
  client: { id: 55, name: 'Мария', phone: 79123456789, email: false },
  delivery: { deliveryType: { id: 3, name: 'Курьер' }, adress: ['Москва', 'Ленина', 1], flat: 12, price: 10 },
  products: [{ id: 55, sku: 700, name: ' Роза ', quantity: 2, price: 15.5 }],
  additional: { comment: 5, cardText: 2026 },
};

test('pages and papers show each value as it was sent, and an edit changes only the fields that the user typed into', async () => {
  const long = '12345678901234567890';
  const payments = [{ amount: 1, id: 'pay-77', terminal: 'T-9' }];
  const body = JSON.stringify(orderBody({ ...SENT, payments })).replace('"id":55', `"id":${long}`);
  const { id } = expectOk(await shop.api.post('/api/v1/orders/create', body));
  const o = orderWords(wordsOf(DESKTOP));
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}`);
  await page.getByText(o.timeline).waitFor();
  const shows = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  await page.locator('summary', { hasText: o.cameFrom }).click();
  const numbers = await page.getByRole('link', { name: '+7 912 345-67-89' }).all();
  for (const number of numbers) expect(await number.getAttribute('href')).toBe('tel:+79123456789');
  expect(numbers).toHaveLength(2);
  await page.locator('summary', { hasText: wordsOf(DESKTOP).forDevelopers }).click();
  for (const text of [long, 'Курьер', 'Ленина', '12']) await shows(text);
  await page.locator('.order-payments summary').click();
  for (const text of ['pay-77', 'T-9']) await shows(text);
  await look(page, DESKTOP);
  for (const [paper, texts] of [
    ['print/slip', ['+7 912 345-67-89', 'Москва, Ленина, 1', '3, Курьер', '700']],
    ['print/ticket', ['2026', '5']],
    ['print/card', ['2026']],
  ] as const) {
    await page.goto(`${shop.url}/app/orders/${id}/${paper}`);
    for (const text of texts) await shows(text);
  }
  await page.goto(`${shop.url}/app/orders/${id}/edit`);
  await page.getByLabel(o.fields.flat).fill('13');
  await page.getByLabel(o.fields.email).first().fill('m@example.com');
  await page.getByRole('button', { name: o.review, exact: true }).click();
  const review = page.getByRole('dialog');
  await review.locator('ins', { hasText: '13' }).waitFor();
  const changed = [`${o.clientTitle} · ${o.fields.email}`, `${o.deliveryTitle} · ${o.fields.flat}`];
  expect(await review.locator('dt').allTextContents()).toEqual(changed);
  await review.getByRole('button', { name: wordsOf(DESKTOP).save }).click();
  await page.getByText(o.timeline).waitFor();
  const headers = { authorization: `Bearer ${shop.key}` };
  const text = await (await fetch(`${shop.url}/api/v1/orders/${id}`, { headers })).text();
  expect(text).toContain(`"id":${long},"name":"Мария","phone":79123456789,"email":"m@example.com"`);
  const { delivery, products, additional } = JSON.parse(text).data;
  expect({ delivery, products, additional }).toEqual({
    products: SENT.products,
    additional: SENT.additional,
    delivery: { ...SENT.delivery, flat: 13 },
  });
});
