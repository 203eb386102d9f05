import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { sharedBrowser } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { openShop, type Shop } from '../support/docket.ts';
import { changeStore, expectOk } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';
import { type MovedClock, movedClock } from '../support/moved-clock.ts';
import { savedOrder } from '../support/order-form.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, formNamed, look, typed, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

interface FilledShop {
  readonly id: string;
  readonly schedule: (kept: object) => Promise<void>;
}

/** An order of ten roses, whose list price has changed since. */
async function fill(shop: Shop): Promise<FilledShop> {
  changeStore(shop, "UPDATE workspaces SET time_zone = 'UTC'");
  const owner = await ownerOf(shop);
  const rose = { id: 'rose', name: 'Роза красная', sku: null, quantity: 40, price: 250.5 };
  expectOk(await owner.post(`${shop.base}/stock`, rose));
  const { id } = expectOk(
    await owner.post(`${shop.base}/orders`, {
      date: inDays(0),
      timeStart: '12:00',
      timeEnd: '14:00',
      client: { name: 'Анна Смирнова', phone: '+7 912 330-44-29' },
      products: [
        { id: 'rose', name: 'Роза красная', quantity: 10, price: 200 },
        { name: 'Лента', quantity: 1, price: 50 },
      ],
      delivery: { deliveryType: 'courier', price: 300, adress: 'Main st 1' },
      additional: { managerComment: 'call at 11' },
    }),
  );
  return {
    id,
    async schedule(kept) {
      const every = { every: 'week', next: inDays(7), last: null, daysBefore: 2, ...kept };
      expectOk(await owner.post(`${shop.base}/orders/${id}/schedule`, every));
    },
  };
}

/**
 * Sets the server's clock this many days ahead of the machine's clock. All sessions are renewed, so everybody stays
 * signed in.
 */
function goTo(shop: Shop, clock: MovedClock, days: number): void {
  const now = Date.now() + days * DAY_MS;
  changeStore(shop, `UPDATE sessions SET created_at = ${now}, last_seen_at = ${now}, proved_at = ${now}`);
  clock.set(days * DAY_MS);
}

const ordersIn = async (shop: Shop): Promise<number> => expectOk(await shop.api.get('/api/v1/orders')).orders.length;

const press = (page: Page, role: 'link' | 'button', name: string): Promise<void> =>
  page.getByRole(role, { name }).first().click();

walk('an order is set to repeat, becomes due, is confirmed and skipped', async (form) => {
  using clock = movedClock();
  await using shop = await openShop(['--environment', 'dev'], { env: clock.env });
  const { id } = await fill(shop);
  await using page = await enter(browser, shop, form, `/app/orders/${id}`);
  const { orderForm, orders, save, schedules: w, undo } = wordsOf(form);
  await page.locator('.order-more').click();
  await page.getByRole('menuitem', { name: w.set }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(w.every.week).check();
  expect(await dialog.getByLabel(w.daysBefore).inputValue()).toBe('2');
  await look(page, form, 'how often');
  await dialog.getByRole('button', { name: save }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: w.again }).waitFor();
  expect(await page.getByRole('button', { name: w.skip }).count()).toBe(0);
  await look(page, form, 'an order that comes up again');
  // The time is two days before the order is due.
  goTo(shop, clock, 5);
  await page.goto(`${shop.url}/app`);
  await page.getByRole('heading', { name: w.due }).waitFor();
  await look(page, form, 'the overview with what comes up');
  expect(await ordersIn(shop)).toBe(1);
  await press(page, 'link', w.confirm);
  await page.getByText(w.pricesNow.one?.replace('#', '1') ?? '').waitFor();
  expect(await page.locator('[name="products.0.price"]').inputValue()).toBe(typed(form, '250.50'));
  await look(page, form, 'the form of a date');
  await press(page, 'button', orderForm.saveOrder);
  const made = await savedOrder(page, shop);
  expect(made).toMatchObject({ date: inDays(7), timeStart: '12:00', price: 2_855, additional: null });
  await press(page, 'link', w.madeFrom('1', '').split(',')[0] ?? '');
  await page.getByRole('link', { name: `${orders.order} 2` }).click();
  await page.waitForURL(/orders\/(?!.*schedules)/);
  goTo(shop, clock, 16);
  await page.goto(`${shop.url}/app/orders/schedules`);
  const overdue = page.getByText(w.overdue, { exact: true });
  await overdue.waitFor();
  await look(page, form, 'the list of what comes up again');
  await press(page, 'button', w.skip);
  await overdue.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: undo }).click();
  await overdue.waitFor();
  expect(await ordersIn(shop)).toBe(2);
});

test('a repeating order is changed, paused and ended on its page', async () => {
  await using shop = await openShop();
  const { id, schedule } = await fill(shop);
  await schedule({ next: inDays(1) });
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}`);
  const { save, schedules: w } = wordsOf(DESKTOP);
  const dialog = page.getByRole('dialog');
  await press(page, 'button', w.change);
  await dialog.getByLabel(w.daysBefore).fill('61');
  await dialog.getByRole('button', { name: save }).click();
  await dialog.getByRole('alert').filter({ hasText: '60' }).waitFor();
  await dialog.getByLabel(w.daysBefore).fill('5');
  await dialog.getByLabel(w.every.year).check();
  await dialog.getByLabel(w.every.week).check();
  await dialog.getByRole('button', { name: save }).click();
  await dialog.waitFor({ state: 'detached' });
  await press(page, 'button', w.pause);
  await page.getByText(w.paused, { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: w.confirm }).count()).toBe(0);
  // The page may show the change before the server answers. Until then, the button ignores clicks.
  await page.locator('button[aria-busy=true]').first().waitFor({ state: 'detached' });
  await press(page, 'button', w.resume);
  await page.getByRole('link', { name: w.confirm }).waitFor();
  const owner = await ownerOf(shop);
  const clientId = await until(
    'the client of the order',
    async () => expectOk(await owner.get(`${shop.base}/clients`)).clients[0]?.id,
  );
  await page.goto(`${shop.url}/app/clients/${clientId}`);
  await page.getByRole('heading', { name: w.again }).waitFor();
  await page.getByRole('link', { name: w.confirm }).waitFor();
  await look(page, DESKTOP, 'a client whose order comes up again');
  // Somebody else confirms the date while the form is open.
  await press(page, 'link', w.confirm);
  await page.getByText(w.pricesNow.one?.replace('#', '1') ?? '').waitFor();
  const products = [{ name: 'Роза красная', quantity: 10, price: 250.5 }];
  const due = { due: inDays(1), order: { date: inDays(1), products } };
  expectOk(await owner.post(`${shop.base}/orders/${id}/schedule/confirm`, due));
  await press(page, 'button', wordsOf(DESKTOP).orderForm.saveOrder);
  await page.getByText(/order 2 for this date/).waitFor();
  expect(await ordersIn(shop)).toBe(2);
  await page.goto(`${shop.url}/app/orders/${id}`);
  await press(page, 'button', w.end);
  await dialog.getByText(w.endWhat).waitFor();
  await dialog.getByRole('button', { name: w.end }).click();
  await page.getByRole('button', { name: w.change }).waitFor({ state: 'detached' });
  // The second order for one date was refused.
  page.excuse(/status of 412/);
});

test('a viewer sees due orders but cannot decide on any', async () => {
  await using shop = await openShop();
  const { id, schedule } = await fill(shop);
  await schedule({ next: inDays(1) });
  const email = 'viewer@example.com';
  await addMember(shop.dir, shop.workspaceId, { email, role: 'viewer', password: 'long enough' });
  const { schedules: w } = wordsOf(DESKTOP);
  await using page = await enter(browser, shop, DESKTOP, '/app/orders', email);
  await page.getByRole('link', { name: wordsOf(DESKTOP).orders.repeating }).click();
  await page.getByRole('heading', { name: w.list }).waitFor();
  for (const path of ['/app/orders/schedules', `/app/orders/${id}`]) {
    await page.goto(`${shop.url}${path}`);
    await page.getByText(w.every.week).first().waitFor();
    expect(await page.getByRole('button', { name: w.skip }).count()).toBe(0);
    expect(await page.getByRole('button', { name: w.change }).count()).toBe(0);
    expect(await page.getByRole('link', { name: w.confirm }).count()).toBe(0);
  }
});

/**
 * Runs in the page. @returns dates wrapped onto a second line, stacked buttons, and goods cells narrower than 180
 * pixels
 */
const CROWDED = `(() => {
  const [dates, often, links, cells] = ['td strong', 'tr > td:first-child', '.orders-again-acts .line', 'td:nth-child(2)']
    .map((one) => [...document.querySelectorAll('table.orders-again ' + one)]);
  const rows = (boxes) => new Set([...boxes].filter(({ height }) => height > 0).map(({ top, bottom }) => Math.round((top + bottom) / 8))).size;
  const breaks = (text) => {
    const day = /[0-9]+\\s\\p{L}+/u.exec(text.data);
    if (day === null) return false;
    const range = document.createRange();
    range.setStart(text, day.index);
    range.setEnd(text, day.index + day[0].length);
    return rows(range.getClientRects()) > 1;
  };
  const whole = [...dates, ...often].flatMap((one) => [...one.childNodes].filter(({ nodeType }) => nodeType === 3));
  return [
    ...whole.filter(breaks).map(({ data }) => 'breaks: ' + data),
    ...links.filter(({ children }) => rows([...children].map((one) => one.getBoundingClientRect())) > 1).map(() => 'buttons'),
    ...cells.filter(({ offsetWidth }) => offsetWidth < 180).map(({ offsetWidth }) => 'goods: ' + offsetWidth),
  ];
})()`;

test.each(['ru', 'en'] as const)(
  'in %s the list of due orders breaks no date into two lines and leaves enough width for goods',
  async (locale) => {
    await using shop = await openShop();
    const { schedule } = await fill(shop);
    await schedule({ next: inDays(1) });
    const form = { ...formNamed('phone, light, ru'), locale };
    await using page = await enter(browser, shop, form, '/app/orders/schedules', undefined, { withTouch: true });
    await page.locator('.orders-again-acts .line').first().waitFor();
    const seen = [];
    for (const width of [360, 390, 768, 820, 1024, 1280, 1440]) {
      await page.turnTo({ size: { width, height: 900 }, scheme: 'light' });
      const faults = await page.evaluate<string[]>(CROWDED);
      seen.push(...faults.map((fault) => `${width} px, ${fault}`));
    }
    expect(seen).toEqual([]);
  },
);
