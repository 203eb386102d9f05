/** Florists read numbers, phones and sums: none of them is truncated at any width, and no page scrolls sideways. */

import { expect, test } from 'bun:test';
import { sharedBrowser } from '../support/browser.ts';
import { openShop } from '../support/docket.ts';
import { placeOrder } from '../support/http-answers.ts';
import { layoutFaults } from '../support/in-between.ts';
import { enter, formNamed, walk } from '../support/visits.ts';
import { WIDTHS } from '../support/widths.ts';

const browser = sharedBrowser();

/** Places where a number, a time, a phone or a sum is the only text. */
const FIGURES = [
  'table.orders tbody :is(.orders-of-number a, .orders-of-date .meta, .orders-of-payment .chip, .orders-call, .orders-of-total strong, .orders-left)',
  '.orders-day-card :is(.line a, strong, .orders-left, .orders-call)',
  ':is(.board-card-top a, .board-card-top strong, .board-card .unbroken, .board-card .chip:not(.late-short))',
  ':is(.order-money dd, .order-sums dd, .order-payment strong, .order-items td.number, .order-facts a[href^=tel])',
  '.print-paper :is(td.number, dd, .print-slip-num, .print-of-phone, .print-couriers td > strong)',
].join(', ');

const NO_BOX = { x: 0, y: 0, width: 0, height: 0 };

/**
 * Runs in the page. @returns figures that are truncated, broken across lines or outside their cell, and a note if tabs
 * take two lines
 */
const CUT = `[...document.querySelectorAll('${FIGURES}')].filter((one) => {
  if (!one.checkVisibility() || one.innerText.trim() === '') return false;
  const range = document.createRange();
  range.selectNodeContents(one);
  const text = range.getBoundingClientRect();
  const clips = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
  const cell = (one.closest('td, li, dd, div') ?? one).getBoundingClientRect();
  const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  const breaks = lines > 1 && one.matches('.order-payment strong, .board-card-top strong, .orders-price strong, .orders-call, .chip');
  return breaks || clips || text.left < -1 || text.right > innerWidth + 1 || text.right > cell.right + 1 || text.left < cell.left - 1;
}).map((one) => one.className + ': ' + one.textContent).concat(
  new Set([...document.querySelectorAll('.orders-tabs > a')].map((tab) => tab.offsetTop)).size > 1 ? 'tabs on two lines' : [],
)`;

const HAS_TICK = `[document.querySelector('.print-tick')].some((one) => one.checkVisibility() &&
  one.getBoundingClientRect().right < one.closest('.scroll, .print-paper').getBoundingClientRect().right)`;

walk('no number or sum of an order is truncated at any width', async (form) => {
  await using shop = await openShop();
  const today = new Date().toISOString().slice(0, 10);
  // An order that is late by minutes has a longer text than one that is late by hours.
  const due = new Date(Date.now() - 55 * 60_000).toISOString();
  const make = (extra: Record<string, unknown>) =>
    placeOrder(shop.api, { requestKey: undefined, date: `${today}T10:00:00+03:00`, ...extra });
  const slot = { date: due, timeStart: due.slice(11, 16), timeEnd: due.slice(11, 16) };
  const products = [
    {
      name: 'Высокопревосходительственнейшая композиция из роз',
      quantity: 9.75,
      price: 98_765_432.1,
      sku: 'SKU-100017',
    },
    { name: 'Тюльпаны', quantity: 25, price: 120 },
  ];
  const client = { name: 'Константин Константинопольский', phone: '+79123456789' };
  const delivery = { deliveryType: 'Курьер', adress: 'Цветной бульвар, 27', price: 350 };
  const payments = [{ amount: 12_345_678.9, paymentMethod: 'card' }];
  const { id } = await make({ num: '200123', ...slot, products, client, delivery, payments, recipient: client });
  await make({ num: '199999', ...slot });
  await make({ num: 'A'.repeat(40) });
  const pages = [
    ['/app/orders', 'table.orders tbody tr'],
    ['/app/orders?look=day', '.orders-day-card'],
    ['/app/orders?look=board', '.board-card'],
    [`/app/orders/${id}`, '.order-money'],
    [`/app/orders/${id}/print/slip`, '.print-slip'],
    [`/app/orders/${id}/print/ticket`, '.print-ticket'],
    [`/app/print/couriers?ids=${id}`, '.print-couriers'],
  ] as const;
  await using page = await enter(browser, shop, form, '/app/orders');
  const seen = [];
  for (const [path, there] of pages) {
    await page.goto(`${shop.url}${path}`);
    await page.locator(there).first().waitFor();
    for (const width of WIDTHS) {
      // On a phone the page hides its title in a box of one pixel. The title breaks in that box, which is no fault.
      const faults = (await layoutFaults(page, [{ width, height: 900 }])).filter(
        (one) => !/letter by letter/.test(one),
      );
      const cut = await page.evaluate<string[]>(CUT);
      // A phone shows the sheet as a list without boxes to tick. A wider screen shows the sheet as it is printed, with
      // the boxes.
      if (there === '.print-couriers' && (await page.evaluate<boolean>(HAS_TICK)) !== width > 720)
        cut.push('the box to tick');
      if (faults.length + cut.length > 0) seen.push({ path, width, faults, cut });
    }
  }
  expect(seen).toEqual([]);
});

test('on a phone an order’s card shows its number, slot, client, items, status and unpaid sum', async () => {
  await using shop = await openShop();
  const products = ['Тюльпаны', 'Лента', 'Коробка'].map((name) => ({ name, quantity: 25, price: 100 }));
  const client = { name: 'Анна', phone: '+79123456789' };
  const more = { requestKey: undefined, num: '200123', timeStart: '12:00', timeEnd: '14:00', delivery: null };
  await placeOrder(shop.api, { ...more, client, products, payments: [{ amount: 500 }] });
  await using page = await enter(browser, shop, formNamed('phone, dark, ru'), '/app/orders');
  const card = page.locator('table.orders tbody tr');
  await card.waitFor();
  for (const text of ['200123', '12:00–14:00', 'Анна', 'Тюльпаны', '+2', 'осталось 7 000 ₽', 'Новый'])
    expect({ text, isSeen: await card.getByText(text).isVisible() }).toEqual({ text, isSeen: true });
  // The order's slot is over, so the card shows the `late` chip.
  const boxes = await Promise.all(
    [card, card.locator('.chip.late'), card.getByText('Анна')].map((one) => one.boundingBox()),
  );
  const [whole = NO_BOX, late = NO_BOX, name = NO_BOX] = boxes.map((box) => box ?? NO_BOX);
  expect(late.y).toBeGreaterThan(whole.y + 2);
  expect(late.y + late.height).toBeLessThanOrEqual(name.y);
  expect(late.x + late.width).toBeLessThan(whole.x + whole.width);
});

test('five order cards fit on a phone’s screen, each with a call link beside the name', async () => {
  await using shop = await openShop();
  const client = { name: 'Анна', phone: '+79123456789' };
  await placeOrder(shop.api, { client, timeStart: '12:00', timeEnd: '14:00' });
  await using page = await enter(browser, shop, formNamed('phone, light, ru'), '/app/orders');
  const card = page.locator('table.orders tbody tr');
  const call = card.getByRole('link', { name: '+7 912 345-67-89' });
  const [whole, name, link] = await Promise.all(
    [card, card.locator('.orders-name').first(), call].map((one) => one.boundingBox()),
  );
  expect(whole?.height).toBeLessThanOrEqual(106);
  expect(link).toMatchObject({ width: 44, height: 44 });
  expect((link?.x ?? 0) + 44).toBeLessThanOrEqual(name?.x ?? 0);
  expect((link?.y ?? 0) + 44).toBeLessThanOrEqual((whole?.y ?? 0) + (whole?.height ?? 0));
});

test('in the day view the mark of a late order does not push the sum away from the order number', async () => {
  await using shop = await openShop();
  const due = new Date(Date.now() - 55 * 60_000).toISOString();
  const slot = { date: due, timeStart: due.slice(11, 16), timeEnd: due.slice(11, 16) };
  const products = [{ name: 'Тюльпаны', quantity: 25, price: 1_200.5 }];
  const payments = [{ amount: 500 }];
  await placeOrder(shop.api, { num: '200123', requestKey: undefined, ...slot, products, payments });
  const day = `/app/orders?look=day&from=${due.slice(0, 10)}`;
  await using page = await enter(browser, shop, formNamed('desktop, light, ru'), day);
  const card = page.locator('.orders-day-card').first();
  await card.locator('.chip.late').waitFor();
  for (const width of [360, 768, 1024, 1280, 1440]) {
    await page.turnTo({ size: { width, height: 900 }, scheme: 'light' });
    const [mark, sum] = await Promise.all(
      ['.chip.late', '.orders-price'].map((one) => card.locator(one).boundingBox()),
    );
    expect({ width, isBeside: (sum?.y ?? 0) < (mark?.y ?? 0) + (mark?.height ?? 0) }).toEqual({
      width,
      isBeside: true,
    });
  }
});
