import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { sharedDesk } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { openShop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { addEndpoint } from '../support/members.ts';
import { startReceiver } from '../support/receiver.ts';
import {
  DESKTOP,
  enter,
  formNamed,
  look,
  lookHere,
  orderWords,
  walk,
  walkOnPhones,
  wordsOf,
} from '../support/visits.ts';

const { browser, shop } = sharedDesk(['--allow-private-webhooks', '--environment', 'dev']);

const make = (extra: Record<string, unknown> = {}) => placeOrder(shop.api, extra);

const USUAL = {
  timeStart: '12:00',
  timeEnd: '14:00',
  client: { name: 'Анна Смирнова', phone: '+79123304429' },
  recipient: { name: 'Ольга', phone: '+79210001122' },
  delivery: { deliveryType: 'Курьер', price: 350, adress: 'Цветной бульвар, 27', flat: '59' },
  products: [
    { name: 'Тюльпаны', quantity: 25, price: 120 },
    { name: 'Коробка', quantity: 1, price: 350.5 },
  ],
  additional: { comment: 'Без розовых', managerComment: 'Позвонить в 11', cardText: 'С днём рождения, мама!' },
  payments: [{ amount: 1495 }],
};

const PHONE = { width: 390, height: 844 };

walkOnPhones('everything that a florist needs is above the bottom bar, without scrolling', async (form) => {
  const o = orderWords(wordsOf(form));
  const { id } = await make(USUAL);
  await using page = await enter(browser, shop, { ...form, size: PHONE }, `/app/orders/${id}`);
  const bar = page.locator('.phone-bar');
  const top = (await bar.boundingBox())?.y ?? 0;
  expect(top).toBeGreaterThan(PHONE.height - 80);
  const within = async (name: string): Promise<void> => {
    const part = page.locator('main').getByText(name, { exact: true }).locator('visible=true').first();
    const box = await part.boundingBox();
    expect({ name, above: (box?.y ?? PHONE.height) + (box?.height ?? 0) <= top }).toEqual({ name, above: true });
  };
  const { delivery, client, recipient, additional, products } = USUAL;
  const texts = [delivery.deliveryType, client.name, recipient.name, delivery.adress, additional.cardText];
  for (const text of [
    ...texts,
    additional.comment,
    ...products.map(({ name }) => name),
    '25',
    '12:00–14:00',
    o.leftOver,
  ])
    await within(text);
  await within(form.locale === 'ru' ? '2 205,50 ₽' : '₽2,205.50');
  const sizes = `[...document.querySelectorAll('.order-notes dd')].map((one) => Number.parseFloat(getComputedStyle(one).fontSize))`;
  const [card, wish] = await page.evaluate<number[]>(sizes);
  expect(card).toBeGreaterThanOrEqual(22);
  expect(wish).toBeGreaterThanOrEqual(17);
  expect(await page.getByRole('link', { name: delivery.adress }).getAttribute('href')).toContain(
    encodeURIComponent(delivery.adress),
  );

  const names = await bar.locator('> *').evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent));
  expect(names).toEqual([`${o.setStatus}: ${o.virtual['status-in-progress']}`, o.payment, wordsOf(form).call, o.print]);
  await bar.getByRole('button').first().click();
  await page.getByText(`: ${o.virtual['status-in-progress']}.`).waitFor();
  expect((await expectOk(await shop.api.get(`/api/v1/orders/${id}`))).statusId).toBe('status-in-progress');
  await look(page, form);
});

/**
 * Runs in the page.
 * @returns the height of the head, and the gap between the mark of a late order and the date below
 */
const HEAD = `(() => {
  const [head, chip, date] = ['.order-head', '.order-when .chip', '.order-when strong'].map((one) =>
    document.querySelector(one).getBoundingClientRect(),
  );
  return { height: head.height, gap: date.top > chip.top + 16 ? date.top - chip.bottom : 99 };
})()`;

test('the heading of an order’s page stays on one line, and a paid order shows that it is paid', async () => {
  const form = formNamed('phone, dark, ru');
  const w = wordsOf(form);
  const late = { date: '2026-01-24T10:00:00+03:00' };
  const { id: part } = await make({ ...USUAL, ...late });
  const { id: paid } = await make({ ...USUAL, ...late, payments: [{ amount: 3_700.5 }] });
  await using page = await enter(browser, shop, form, `/app/orders/${paid}`);
  const sums = page.locator('.order-money div');
  await sums.last().getByText(w.payments.paid, { exact: true }).waitFor();
  expect(await sums.last().locator('dd').textContent()).toBe(await sums.first().locator('dd').textContent());
  expect(await page.locator('.order-money').getByText(w.orderPage.leftOver).count()).toBe(0);
  for (const id of [paid, part]) {
    await page.goto(`${shop.url}/app/orders/${id}`);
    await page.locator('.order-when .chip').waitFor();
    for (const width of [360, 390, 1280, 1440]) {
      await page.turnTo({ size: { width, height: 900 }, scheme: 'light' });
      const { height, gap } = await page.evaluate<{ height: number; gap: number }>(HEAD);
      expect({ id, width, isOneLine: height <= 48, isClear: gap >= 4 }).toEqual({
        id,
        width,
        isOneLine: true,
        isClear: true,
      });
    }
  }
});

const rightEdges = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate(`[...document.querySelectorAll('${selector}')].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return Math.round(range.getBoundingClientRect().right);
  })`);

test('a canceled order asks for no payment and shows the sum to refund', async () => {
  const form = formNamed('phone, dark, ru');
  const w = wordsOf(form);
  const platform = `refunds-${crypto.randomUUID().slice(0, 8)}`;
  const [{ id: unpaid }, { id: paid }, { id: back }] = await Promise.all(
    [[], [{ amount: 1_500 }], [{ amount: 3_700.5 }]].map((payments) => make({ ...USUAL, platform, payments })),
  );
  for (const id of [unpaid, paid]) {
    expectOk(await shop.api.post('/api/v1/orders/status', { id, statusId: 'status-cancelled' }));
  }
  await using page = await enter(browser, shop, form, `/app/orders/${unpaid}`);
  const money = page.locator('.order-money');
  await money.waitFor();
  expect(await money.getByText(w.orderPage.leftOver).count()).toBe(0);
  expect(await money.locator('dd').count()).toBe(1);
  expect(await page.locator('.order-pay').count()).toBe(0);
  await page.goto(`${shop.url}/app/orders/${paid}`);
  await money.getByText(w.payments.toRefund, { exact: true }).waitFor();
  expect((await money.locator('dd').last().textContent())?.replaceAll(/\s/gu, '')).toContain('1500');
  await lookHere(page, form);
  await page.locator('.order-payments').getByRole('button', { name: w.payments.refund, exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.order-more').click();
  await page.getByRole('menuitem', { name: w.payments.recordPayment, exact: true }).click();
  await page.getByRole('dialog').waitFor();
  // Nobody owes the refunded money, although the order goes on.
  const owner = await ownerOf(shop);
  const { order } = expectOk(await owner.get(`${shop.base}/orders/${back}`));
  const refund = { version: order.version, amount: 3_700.5 };
  expectOk(await owner.post(`${shop.base}/orders/${back}/payments/${order.payments[0].id}/refund`, refund));
  await page.goto(`${shop.url}/app/orders/${back}`);
  await money.getByText(w.orders.paymentStatuses.refunded, { exact: true }).waitFor();
  expect(await money.getByText(w.orderPage.leftOver).count()).toBe(0);
  await page.goto(`${shop.url}/app/orders?platform=${platform}`);
  await page.locator('.orders-sums').getByText(w.orders.notOwed('').trim()).waitFor();
  const said = (await page.locator('table.orders').textContent())?.replaceAll(/\s/gu, ' ') ?? '';
  const { free, unpaid: owed } = w.orders.paymentStatuses;
  expect(
    [free, w.orders.paymentShort.refunded, w.orders.refundDue('1 500 ₽')].filter((one) => !said.includes(one)),
  ).toEqual([]);
  expect([said.includes(owed), said.includes(w.orders.left('').trim())]).toEqual([false, false]);
  await page.goto(`${shop.url}/app/history`);
  const told = page.locator('.history li', { hasText: w.history.actions['order.payment_refunded'] }).first();
  await told.locator('ins', { hasText: /3\s700,50/u }).waitFor();
  expect(await told.textContent()).not.toContain(order.payments[0].id);
});

walk('sums are aligned on the right', async (form) => {
  const { id } = await make({ ...USUAL, payments: [{ amount: 5 }, { amount: 1490, paymentMethod: 'cash' }] });
  await using page = await enter(browser, shop, form, `/app/orders/${id}`);
  await page.locator('.order-payments li').nth(1).waitFor();
  const edges = await rightEdges(page, '.order-items td:last-child, .order-sums dd, .order-payment strong');
  expect(edges).toHaveLength(7);
  expect(new Set(edges).size).toBe(1);
});

walk('the payment dialog opens with the method of the last recorded payment', async (form) => {
  const made = await Promise.all([make(), make(), make()]);
  const o = orderWords(wordsOf(form));
  await using page = await enter(browser, shop, form, '/app/orders');
  const dialog = page.getByRole('dialog');
  const open = async (id: string): Promise<void> => {
    await page.goto(`${shop.url}/app/orders/${id}`);
    await page.locator('.order-money').waitFor();
    await page.keyboard.press('p');
    await dialog.waitFor();
  };
  await open(made[0].id);
  // One hasty press must not record cash without its method.
  await dialog.getByRole('button', { name: o.record, exact: true }).click();
  await dialog.locator('[data-wrong=true] :focus[name=paymentMethod]').waitFor();
  // The radio buttons of a group are one field.
  await dialog.getByText(form.locale === 'ru' ? 'Заполните 1 поле' : 'Fill in 1 field').waitFor();
  await lookHere(page, form);
  await dialog.getByRole('radio', { name: o.noPlatform }).check();
  await dialog.getByRole('button', { name: o.record, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  // "Not given" is not remembered as a method.
  await open(made[2].id);
  expect(await dialog.locator(':checked[name=paymentMethod]').count()).toBe(0);
  await dialog.getByRole('radio', { name: o.methods.card }).check();
  await dialog.getByRole('button', { name: o.record, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await open(made[1].id);
  expect(await dialog.getByRole('radio', { name: o.methods.card }).isChecked()).toBe(true);
  await lookHere(page, form);
});

test('a skipped status is not drawn as passed', async () => {
  const { id } = await make();
  const { virtual } = orderWords(wordsOf(DESKTOP));
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}`);
  await page.locator('.order-status').click();
  await page.getByRole('menuitem', { name: virtual['status-closed'] }).click();
  await page.locator('.order-steps [aria-current]', { hasText: virtual['status-closed'] }).waitFor();
  const passed = () => page.locator('.order-steps .order-past').allTextContents();
  expect(await passed()).toEqual([virtual['status-new']]);
  expect(await page.locator('.order-next').count()).toBe(0);
  await page.locator('.order-status').click();
  await page.getByRole('menuitem', { name: virtual['status-in-progress'] }).click();
  await page.locator('.order-steps [aria-current]', { hasText: virtual['status-in-progress'] }).waitFor();
  expect(await passed()).toEqual([virtual['status-new']]);
});

walk('the words for webhook delivery never describe the delivery of an order', async (form) => {
  using receiver = startReceiver();
  await using own = await openShop(['--allow-private-webhooks', '--environment', 'dev']);
  const o = orderWords(wordsOf(form));
  await addEndpoint(own.dir, receiver.url, '--events', 'order.created,order.payment.created');
  const { id } = await placeOrder(own.api, USUAL);
  await receiver.count(2);
  await using page = await enter(browser, own, form, `/app/orders/${id}`);
  await page.locator('.order-told summary').getByText(o.deliveryStates.delivered).waitFor();
  // Both events belong to one change.
  expect(await page.locator('.order-told').count()).toBe(1);
  expect(form.locale === 'ru' ? 'Сайт знает' : 'Site told').toBe(o.deliveryStates.delivered);
  expect(await page.locator('main details[open]').count()).toBe(0);
  // The text as a person sees it, without folded parts.
  expect(await page.evaluate(`document.querySelector('main').innerText`)).not.toMatch(
    /delivered|доставлен|on its way|в пути|webhook|вебхук|order\.created/i,
  );
});
