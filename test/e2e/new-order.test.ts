import { expect, test } from 'bun:test';
import { type Form, sharedBrowser } from '../support/browser.ts';
import { openOwned, ownerOf } from '../support/browser-session.ts';
import { openShop, type Shop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { countTaps, field, holds, savedOrder, valuesOf, write } from '../support/order-form.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, formNamed, look, orderWords, typed, walk, walkOnPhones, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

const CLIENT = { name: 'Анна Смирнова', phone: '+7 912 330-44-29' };
const DELIVERY = { deliveryType: 'Курьер', adress: 'Озёрная 5', flat: '7', price: 350.5 };

async function openFlorist() {
  const { shop, owner, base } = await openOwned();
  expectOk(await owner.post(`${base}/stock`, { id: 'tulip', name: 'Тюльпан', sku: 'TL', quantity: 100 }));
  expectOk(await owner.post(`${base}/stock`, { id: 'box', name: 'Коробка', sku: null, quantity: 9 }));
  const products = [{ id: 'tulip', name: 'Тюльпан', quantity: 9, price: 120 }];
  await placeOrder(shop.api, { client: CLIENT, delivery: DELIVERY, products });
  return shop;
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The date as a reader types it. */
const IN_A_MONTH = inDays(30).split('-').toReversed().join('.');

walk('one typed line fills the order form, and each recognized part can be reverted', async (form) => {
  await using shop = await openFlorist();
  const w = wordsOf(form);
  const o = orderWords(w);
  await using page = await enter(browser, shop, form, '/app/orders/new');
  await page.locator(':focus[name="line"]').waitFor();
  await look(page, form, 'empty');
  const parts = page.getByRole('list', { name: o.understood });
  await page.keyboard.type('Анна 4429, 25 тюльпанов, завтра 12-14, перезвонить');
  await parts.getByText(`${CLIENT.name} ${CLIENT.phone}`).waitFor();
  await parts.getByText('Тюльпан ×25').waitFor();
  await parts.getByText('12:00–14:00').waitFor();
  await parts.getByText(o.unsure('перезвонить')).waitFor();
  const names = [
    'client.name',
    'client.phone',
    'delivery.adress',
    'delivery.flat',
    'products.0.name',
    'products.0.quantity',
    'products.0.price',
    'timeStart',
    'timeEnd',
  ];
  expect(await valuesOf(page, names)).toEqual([
    CLIENT.name,
    CLIENT.phone,
    'Озёрная 5',
    '7',
    'Тюльпан',
    '25',
    '120',
    '12:00',
    '14:00',
  ]);
  await look(page, form, 'understood');

  await field(page, 'timeEnd').fill('15:00');
  await field(page, 'client.name').fill('Аня');
  await field(page, 'line').fill('Анна 4429, 30 тюльпанов по 99, завтра 12-16');
  await parts.getByText('×30').waitFor();
  expect(await valuesOf(page, ['timeEnd', 'client.name', 'products.0.quantity', 'products.0.price'])).toEqual([
    '15:00',
    'Аня',
    '30',
    '99',
  ]);

  await parts.getByRole('button', { name: o.takeBack('завтра') }).click();
  await parts.getByRole('button', { name: o.takeBack('12-16') }).click();
  await parts.getByText('12:00–16:00').waitFor({ state: 'detached' });
  await holds(page, 'timeStart', '');
  expect(await valuesOf(page, ['timeEnd'])).toEqual(['15:00']);

  // Enter sends nothing yet: it moves to the next missing field, or to the button.
  await field(page, 'line').press('Enter');
  await page.locator(':focus[type=submit]').waitFor();
  await page.keyboard.press('Enter');
  expect(await savedOrder(page, shop)).toMatchObject({
    date: inDays(0),
    client: { name: 'Аня', phone: CLIENT.phone },
    products: [{ id: 'tulip', sku: 'TL', name: 'Тюльпан', quantity: 30, price: 99 }],
    delivery: DELIVERY,
  });
});

/**
 * Runs in the page.
 * @returns faulty parts of the line: a text that touches the border, a phone on two lines, or a button that sticks out
 */
const PARTS = `[...document.querySelectorAll('.order-form-parts li')].flatMap((one) => {
  const border = one.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(one.firstElementChild);
  const { top, bottom } = range.getBoundingClientRect();
  const phone = one.querySelector('.unbroken');
  const isBroken = phone !== null && phone.offsetHeight > 30;
  const isLeft = [...one.querySelectorAll('button')].some((button) => button.getBoundingClientRect().right > border.right);
  return Math.min(top - border.top, border.bottom - bottom) < 4 || isBroken || isLeft ? [one.textContent] : [];
})`;

test('the recognized parts of a typed line stay inside their borders, and phone numbers are shown in full', async () => {
  await using shop = await openShop();
  const client = { name: 'Константин Константинопольский-Преображенский', phone: '+79123304429' };
  await placeOrder(shop.api, { client });
  const name = 'Хризантемы кустовые белые, 7 веток в букете';
  const owner = await ownerOf(shop);
  expectOk(await owner.post(`${shop.base}/stock`, { id: 'seven', name, sku: null, quantity: 9 }));
  const form = formNamed('phone, dark, ru');
  const o = orderWords(wordsOf(form));
  await using page = await enter(browser, shop, form, '/app/orders/new');
  const line = field(page, 'line');
  const parts = page.getByRole('list', { name: o.understood });
  const doubted = 'перезвонить и узнать про упаковку, которую клиент выбирал в прошлом году';
  for (const [text, there] of [
    [`4429, ${doubted}`, client.name],
    ['Вера 4429', o.otherClient('4429', client.name)],
    ['хризантемы 2 шт', name],
  ] as const) {
    await line.fill(text);
    await parts.getByText(there).waitFor();
    for (const width of [360, 390, 768, 820, 1440]) {
      await page.turnTo({ size: { width, height: 900 }, scheme: 'light' });
      expect({ width, text, faults: await page.evaluate<string[]>(PARTS) }).toEqual({ width, text, faults: [] });
    }
  }
  await page.turnTo(form);
  const [add, give] = await Promise.all(
    [o.addItem, o.discountGive].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
  );
  expect((give?.y ?? 0) - (add?.y ?? 0) - (add?.height ?? 0)).toBeGreaterThanOrEqual(8);
});

walk('a client is found by phone or its last digits, even under another name', async (form) => {
  await using shop = await openFlorist();
  const o = orderWords(wordsOf(form));
  await using page = await enter(browser, shop, form, '/app/orders/new');
  const parts = page.getByRole('list', { name: o.understood });
  for (const [name, digits] of [
    ['Вера', '4429'],
    ['Зоя', CLIENT.phone],
  ] as const) {
    await field(page, 'line').fill(`${name} ${digits}, 2 коробки`);
    await parts.getByText(o.otherClient('4429', CLIENT.name)).waitFor();
    await holds(page, 'client.name', name);
    await look(page, form, `another name of ${digits}`);
    await parts.getByRole('button', { name: o.takeClient, exact: true }).click();
    await holds(page, 'client.name', CLIENT.name);
    await holds(page, 'client.phone', CLIENT.phone);
  }
  await field(page, 'line').fill('Вера 5511, 2 коробки');
  await parts.getByText(o.noClient('5511')).waitFor();
});

walk('the one-line text fills in the recipient', async (form) => {
  await using shop = await openFlorist();
  const { orderForm: o, orderPage: p } = wordsOf(form);
  await using page = await enter(browser, shop, form, '/app/orders/new');
  await field(page, 'line').fill('Олег, 11 роз, завтра 10-12, для Ольги 89211112233');
  const parts = page.getByRole('list', { name: o.understood });
  await parts.getByText(`${p.recipientTitle}: Ольга`).waitFor();
  await parts.getByText(`${p.fields.name}: Олег`).waitFor();
  const names = ['client.name', 'client.phone', 'recipient.name', 'recipient.phone'];
  await until('the recipient in the form', async () => (await valuesOf(page, names))[2] === 'Ольга');
  expect((await valuesOf(page, names))[3]?.replaceAll(/\D/gu, '')).toBe('79211112233');
  expect((await valuesOf(page, names)).slice(0, 2)).toEqual(['Олег', '']);
  await look(page, form, 'somebody else receives it');
  await page.getByRole('button', { name: o.takeBack('для Ольги 89211112233') }).click();
  await until('no recipient', async () => (await valuesOf(page, names)).slice(2).join('') === '');
});

test('a draft keeps its typed line and its values even if clients and products cannot be loaded', async () => {
  await using shop = await openFlorist();
  await using page = await enter(browser, shop, DESKTOP, '/app/orders/new');
  await field(page, 'line').fill('4429, 2 коробки @350');
  await holds(page, 'client.name', CLIENT.name);
  await holds(page, 'products.0.name', 'Коробка');
  await page.route(/orders\/(?:clients|products)/, (route) => route.abort());
  page.excuse(/ERR_FAILED/);
  let lost = 0;
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_FAILED') lost += 1;
  });
  await page.reload();
  await page.getByText(orderWords(wordsOf(DESKTOP)).draftWhat).waitFor();
  // The line and the field of the phone each search for the client, after a pause. The page reacts in the next frame.
  await until('both searches to fail', () => lost >= 2);
  await page.turnTo(DESKTOP);
  expect(await valuesOf(page, ['line', 'client.name', 'products.0.name', 'products.0.price'])).toEqual([
    '4429, 2 коробки @350',
    CLIENT.name,
    'Коробка',
    '350',
  ]);
});

test('all missing fields are shown at once, and the button counts them', async () => {
  const form = formNamed('phone, dark, ru');
  await using shop = await openFlorist();
  const o = orderWords(wordsOf(form));
  await using page = await enter(browser, shop, form, '/app/orders/new');
  const save = page.getByRole('button', { name: o.saveOrder, exact: true });
  const wrong = () =>
    page.locator('.order-form [aria-invalid=true]').evaluateAll((all) => all.map((one) => Reflect.get(one, 'name')));
  await save.click();
  await page.getByText('Заполните 2 поля').waitFor();
  expect(await wrong()).toEqual(['products.0.name', 'products.0.price']);
  await field(page, 'products.0.quantity').fill('0');
  await field(page, 'date').fill('31.2.2026');
  await save.click();
  await page.getByText('Исправьте 4 поля').waitFor();
  expect(await wrong()).toEqual(['products.0.name', 'products.0.quantity', 'products.0.price', 'date']);
  await look(page, form, 'all mistakes');
});

walk(
  'delivery slots are set up from the order form, and a past or full slot asks for confirmation once',
  async (form) => {
    await using shop = await openFlorist();
    const w = wordsOf(form);
    const o = orderWords(w);
    await using page = await enter(browser, shop, form, '/app/orders/new');
    await page.getByRole('button', { name: o.setUpSlots }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name="slots.0.timeStart"]').fill('12');
    await dialog.locator('[name="slots.0.timeEnd"]').fill('14');
    await dialog.locator('[name="slots.0.capacity"]').fill('1');
    await dialog.getByRole('button', { name: o.addSlot }).click();
    await dialog.locator('[name="slots.1.timeStart"]').fill('12');
    await dialog.locator('[name="slots.1.timeEnd"]').fill('14');
    await dialog.getByRole('button', { name: w.save, exact: true }).click();
    await dialog.locator(':focus[name="slots.1.timeEnd"]').waitFor();
    await look(page, form, 'a slot twice');
    await dialog.locator('[name="slots.1.timeStart"]').fill('10');
    await dialog.locator('[name="slots.1.timeEnd"]').fill('12');
    await dialog.getByRole('button', { name: w.save, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const slots = page.getByRole('group', { name: w.settingsNav.slots });
    const chip = (time: string) => slots.getByRole('button', { name: new RegExp(`^${time}`) });

    // On a past day, the form asks the user before it fills in the chosen delivery slot.
    await field(page, 'date').fill('31.12.2020');
    await chip('10:00').getByText(o.room.over).waitFor();
    await chip('10:00').click();
    await dialog.getByText(o.askRoom.over('10:00–12:00')).waitFor();
    await look(page, form, 'over');
    await dialog.getByRole('button', { name: w.cancel }).click();
    expect(await valuesOf(page, ['timeStart'])).toEqual(['']);

    await field(page, 'line').fill(`Олег, 5 роз по 200, ${IN_A_MONTH} 12-14`);
    await field(page, 'date').fill(IN_A_MONTH);
    await chip('12:00').locator('[class=meta]').waitFor();
    await holds(page, 'timeEnd', '14:00');
    expect(await chip('12:00').getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: o.saveOrder, exact: true }).click();
    await savedOrder(page, shop);

    await page.goto(`${shop.url}/app/orders/new`);
    await field(page, 'line').fill('Пётр, 5 роз по 200, 12-14');
    await field(page, 'date').fill(IN_A_MONTH);
    await chip('12:00').getByText(o.room.full).waitFor();
    await look(page, form, 'full');
    await holds(page, 'timeEnd', '14:00');
    await page.getByRole('button', { name: o.saveOrder, exact: true }).click();
    await dialog.getByText(o.askRoom.full('12:00–14:00')).waitFor();
    await dialog.getByRole('button', { name: o.backToForm }).click();
    await page.locator(':focus[name="timeStart"]').waitFor();
    // This person has already agreed to the full slot, so the button that saves does not ask again.
    await chip('12:00').click();
    await chip('12:00').click();
    await dialog.getByRole('button', { name: o.chooseAnyway }).click();
    await page.getByRole('button', { name: o.saveOrder, exact: true }).click();
    expect(await savedOrder(page, shop)).toMatchObject({
      client: { name: 'Пётр' },
      timeStart: '12:00',
      timeEnd: '14:00',
    });

    await page.goto(`${shop.url}/app/history`);
    await page.getByText('10:00-12:00, 12:00-14:00 (1)').first().waitFor();
    // The slot that was added twice was refused.
    page.excuse(/status of 422/);
  },
);

walk('a usual delivery method fills in its price, and past delivery slots are folded away', async (form) => {
  await using shop = await openFlorist();
  const o = orderWords(wordsOf(form));
  const owner = await ownerOf(shop);
  const slot = (timeStart: string, timeEnd: string) => ({ timeStart, timeEnd, capacity: null });
  const slots = [slot('08:00', '10:00'), slot('10:00', '12:00'), slot('14:00', '16:00')];
  expectOk(await owner.post(`${shop.base}/orders/slots`, { slots }));
  for (const delivery of [{ deliveryType: 'Курьер', price: 350 }, { deliveryType: 'Самовывоз' }])
    await placeOrder(shop.api, { delivery });
  await using page = await enter(browser, shop, form, '/app/orders');
  await page.clock.setFixedTime('2099-03-02T12:30:00Z');
  await page.goto(`${shop.url}/app/orders/new`);
  const times = page.getByRole('group', { name: wordsOf(form).settingsNav.slots });
  const chips = times.locator('[aria-pressed]');
  await times.getByRole('button', { name: '14:00' }).waitFor();
  expect(await chips.count()).toBe(1);
  await look(page, form, 'past slots are folded');
  await times.getByRole('button', { name: o.pastSlots }).click();
  expect(await chips.allTextContents()).toEqual([
    '14:00–16:00 ',
    `08:00–10:00 ${o.room.over}`,
    `10:00–12:00 ${o.room.over}`,
  ]);

  const ways = page.getByRole('group', { name: o.usualWays });
  await ways.getByRole('button', { name: /^Курьер/ }).click();
  expect(await valuesOf(page, ['delivery.deliveryType', 'delivery.price'])).toEqual(['Курьер', '350']);
  // A button whose price differs from the order's does not count as chosen.
  await field(page, 'delivery.price').fill('400');
  await ways.locator('[aria-pressed=true]').waitFor({ state: 'detached' });
  await field(page, 'delivery.deliveryType').fill('курьер');
  await field(page, 'delivery.price').fill('350');
  await ways.locator('[aria-pressed=true]').waitFor();
  await ways.getByRole('button', { name: 'Самовывоз' }).click();
  expect(await valuesOf(page, ['delivery.deliveryType', 'delivery.price'])).toEqual(['Самовывоз', '']);
  await ways.locator('[aria-pressed=true]').click();
  expect(await valuesOf(page, ['delivery.deliveryType'])).toEqual(['Самовывоз']);
  await field(page, 'delivery.deliveryType').fill('');
  await ways.locator('[aria-pressed=true]').waitFor({ state: 'detached' });
  await field(page, 'line').fill(form.locale === 'ru' ? '5 роз, курьером на Ленина 5' : '5 roses, courier, Lenina 5');
  await holds(page, 'delivery.price', '350');
  expect(await valuesOf(page, ['delivery.deliveryType', 'delivery.adress'])).toEqual([
    'Курьер',
    form.locale === 'ru' ? 'Ленина 5' : 'Lenina 5',
  ]);
  const understood = page.getByRole('list', { name: o.understood });
  const implied = page.getByText(new RegExp(`^${wordsOf(form).orderPage.deliveryPrice}.*350`));
  await understood.locator('li').filter({ has: implied }).getByRole('button').click();
  await holds(page, 'delivery.price', '');
  await look(page, form, 'ways');

  // By evening, today's delivery slots are over. The form asks the user before it saves an order for today.
  await page.clock.setFixedTime('2099-03-02T20:00:00Z');
  await page.goto(`${shop.url}/app/orders/new`);
  await field(page, 'line').fill('5 ирисов по 100');
  await holds(page, 'products.0.price', '100');
  await page.getByRole('button', { name: o.saveOrder, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/2099|02\.03|2 марта|2 March/u).waitFor();
  await look(page, form, 'no time is left');
  await dialog.getByRole('button', { name: o.backToForm }).click();
  await page.locator(':focus[name="date"]').waitFor();
  const { date, tomorrow } = wordsOf(form).orders;
  const days = page.getByRole('group', { name: date, exact: true });
  await days.getByRole('button', { name: tomorrow }).click();
  await days.getByRole('button', { name: tomorrow, pressed: true }).waitFor();
  await until('the slots of tomorrow', async () => (await chips.count()) === 3);
});

walk('a discount in the typed line applies only when there are prices', async (form) => {
  await using shop = await openFlorist();
  const o = orderWords(wordsOf(form));
  await using page = await enter(browser, shop, form, '/app/orders/new');
  const parts = page.getByRole('list', { name: o.understood });
  await field(page, 'line').fill(form.locale === 'ru' ? '3 розы, скидка 10%' : '3 roses, 10% off');
  await parts.getByText(`${o.discount} 10%`).waitFor();
  expect(await parts.getByRole('button', { name: o.discountTake }).count()).toBe(0);
  await field(page, 'products.0.price').fill('200');
  await parts.getByRole('button', { name: o.discountTake }).click();
  await holds(page, 'products.0.price', '180');
  await look(page, form, 'a discount');
  await field(page, 'line').fill(form.locale === 'ru' ? '2 розы, скидка 50 ₽' : '2 roses, 50 off');
  await parts.getByText(new RegExp(`^${o.discount} ₽?50`)).waitFor();
  await page.getByRole('button', { name: o.saveOrder, exact: true }).click();
  expect(await savedOrder(page, shop)).toMatchObject({ products: [{ quantity: 2, price: 175, listPrice: 200 }] });
});

walk('a phone without its country code gets +7, both in its field and in the typed line', async (form) => {
  await using shop = await openShop();
  const o = orderWords(wordsOf(form));
  await using page = await enter(browser, shop, form, '/app/orders/new');
  await write(page, 'line', 'Олег 8 900 555 01 77, 5 роз по 200');
  await holds(page, 'client.phone', '+7 900 555-01-77');
  await page.getByRole('checkbox', { name: o.someoneElse }).check();
  await write(page, 'recipient.phone', '9005550178');
  await field(page, 'client.phone').fill('9005550179');
  // Enter sends the form while the field of the phone still has the focus.
  await page.keyboard.press('Enter');
  // The typed line has another phone than the field, so the form asks before it saves.
  await page.getByRole('button', { name: o.saveAnyway }).click();
  expect(await savedOrder(page, shop)).toMatchObject({
    client: { name: 'Олег', phone: '+7 900 555-01-79' },
    recipient: { phone: '+7 900 555-01-78' },
  });

  await page.goto(`${shop.url}/app/settings/client-data`);
  await field(page, 'phone').fill('89005550179');
  await page.keyboard.press('Tab');
  await holds(page, 'phone', '+7 900 555-01-79');
});

async function openOrders(shop: Shop, form: Form) {
  const page = await enter(browser, shop, form, '/app/orders');
  await page.locator('main h1').first().waitFor();
  const w = wordsOf(form);
  const begin = async (): Promise<void> => {
    await page.getByRole('link', { name: w.orders.newOrder }).first().click();
    await page.locator(':focus[name="line"]').waitFor();
  };
  const save = () => page.getByRole('button', { name: w.orderForm.saveOrder, exact: true }).click();
  return { page, o: orderWords(w), begin, save, taps: await countTaps(page) };
}

walkOnPhones('a new client’s order takes 12 taps on a phone, or 3 if it is typed in one line', async (form) => {
  await using shop = await openFlorist();
  {
    const { page, o, begin, save, taps } = await openOrders(shop, form);
    await using _page = page;
    await begin();
    await write(page, 'client.phone', '+79005550101');
    await write(page, 'client.name', 'Олег');
    await write(page, 'products.0.name', 'Розы');
    await write(page, 'products.0.quantity', '5');
    await write(page, 'products.0.price', '200');
    await page.getByRole('button', { name: o.addItem }).click();
    await page.locator(':focus[name="products.1.name"]').waitFor();
    await page.keyboard.type('Лента');
    await write(page, 'products.1.price', '50');
    await write(page, 'timeStart', '12');
    await write(page, 'delivery.adress', 'Садовая 1');
    await save();
    expect(await savedOrder(page, shop)).toMatchObject({
      client: { name: 'Олег' },
      timeStart: '12:00',
      products: [
        { name: 'Розы', price: 200 },
        { name: 'Лента', price: 50 },
      ],
    });
    expect(await taps()).toBeLessThanOrEqual(12);
  }
  const { page, begin, save, taps } = await openOrders(shop, form);
  await using _page = page;
  await begin();
  await page.keyboard.type('Пётр +79005550102, 5 роз по 200, лента 1 по 50, завтра 12-14, на ул. Садовая, 1');
  await holds(page, 'delivery.adress', 'ул. Садовая, 1');
  await save();
  expect(await savedOrder(page, shop)).toMatchObject({
    date: inDays(1),
    client: { name: 'Пётр', phone: '+79005550102' },
    products: [
      { name: 'роз', quantity: 5, price: 200 },
      { name: 'лента', price: 50 },
    ],
    delivery: { adress: 'ул. Садовая, 1' },
  });
  expect(await taps()).toBeLessThanOrEqual(3);
});

walkOnPhones('a known client’s order takes at most 4 taps on a phone', async (form) => {
  await using shop = await openFlorist();
  const { page, o, begin, save, taps } = await openOrders(shop, form);
  await using _page = page;
  await begin();
  await page.keyboard.type('4429 завтра 12-14');
  await page
    .getByRole('button', { name: new RegExp(`^${o.again}`) })
    .first()
    .click();
  await save();
  expect(await savedOrder(page, shop)).toMatchObject({
    date: inDays(1),
    timeStart: '12:00',
    client: CLIENT,
    delivery: DELIVERY,
    products: [{ id: 'tulip', quantity: 9, price: 120 }],
  });
  expect(await taps()).toBeLessThanOrEqual(4);
});

walk('a repeated order has no details that belong to the earlier day only', async (form) => {
  await using shop = await openShop();
  const w = wordsOf(form);
  const again = {
    client: CLIENT,
    recipient: { name: 'Вера' },
    delivery: { ...DELIVERY, price: 300 },
    products: [{ id: 'tulip', name: 'Тюльпан', quantity: 9, price: 120.5 }],
  };
  const additional = { comment: 'Позвонить у ворот', cardText: 'Маме' };
  const given = { date: '2026-01-31T09:00:00Z', timeStart: '10:00', platform: 'site', ...again };
  const before = await placeOrder(shop.api, {
    ...given,
    additional: { ...additional, managerComment: 'Жаловались' },
  });
  expectOk(await shop.api.post('/api/v1/orders/status', { id: before.id, statusId: 'status-closed' }));
  await using page = await enter(browser, shop, form, `/app/orders/${before.id}`);
  await page.locator('.order-more').click();
  await page.getByRole('menuitem', { name: w.orderForm.again }).click();
  await page.getByText(w.orderForm.againWhat(before.num)).waitFor();
  expect(await valuesOf(page, ['client.name', 'products.0.price', 'additional.cardText'])).toEqual([
    CLIENT.name,
    typed(form, '120.50'),
    'Маме',
  ]);
  await look(page, form);
  await field(page, 'line').fill(form.locale === 'ru' ? 'сегодня' : 'today');
  await until('a day', async () => (await field(page, 'date').inputValue()) !== '');
  await page.locator('button[type="submit"]').click();
  const saved = await savedOrder(page, shop);
  expect(saved).toMatchObject({ ...again, additional, date: inDays(0), timeStart: null, platform: '', payments: [] });
  expect(saved).not.toMatchObject({ num: before.num });
  expect(saved).not.toMatchObject({ statusId: 'status-closed' });
  expect(saved.additional.managerComment ?? null).toBeNull();

  await page.goto(`${shop.url}/app/clients`);
  await page.getByRole('link', { name: CLIENT.name }).click();
  await page.getByRole('link', { name: w.orderPage.repeatOne(before.num) }).click();
  await holds(page, 'client.name', CLIENT.name);
  // Nothing was typed, so there is no draft to continue.
  await page.reload();
  await holds(page, 'products.0.price', typed(form, '120.50'));
  expect(await page.getByText(w.orderForm.draftWhat).count()).toBe(0);
});

walk('before saving, the form asks about unknown words and an unusual day', async (form) => {
  await using shop = await openFlorist();
  const o = orderWords(wordsOf(form));
  await using page = await enter(browser, shop, form, '/app/orders/new');
  const save = page.getByRole('button', { name: o.saveOrder, exact: true });
  const parts = page.getByRole('list', { name: o.understood });
  await field(page, 'line').fill('Анна 4429, тюльпаны 3500, 7 хризантем по 90, завтра 14-12, открытка: Люблю, Оля');
  await parts.getByText('хризантем ×7').waitFor();
  await holds(page, 'additional.cardText', 'Люблю, Оля');
  await holds(page, 'products.1.name', 'Тюльпан');
  await field(page, 'date').fill('1.11.2025');
  await save.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(o.askLine(['3500', '14-12', 'завтра'])).waitFor();
  await dialog.getByText('2025').waitFor();
  await look(page, form, 'not understood');
  await dialog.getByRole('button', { name: o.backToForm }).click();
  await page.locator(':focus[name="line"]').waitFor();
  // Pressing Enter on a part removes that part and moves the focus to the typed line. The part's item disappears too,
  // even if the user changed the item's price.
  await field(page, 'products.0.price').fill('95');
  await parts.getByRole('button', { name: o.takeBack('7 хризантем') }).press('Enter');
  await page.locator(':focus[name="line"]').waitFor();
  await page.locator('[name="products.1.price"]').waitFor({ state: 'detached' });
  for (const text of ['3500', '14-12']) await parts.getByRole('button', { name: o.takeBack(text) }).click();
  await field(page, 'date').fill('1.11.2062');
  await save.click();
  await dialog.getByText('2062').waitFor();
  expect(await dialog.getByText('3500').count()).toBe(0);
  await dialog.getByRole('button', { name: o.saveAnyway }).click();
  expect(await savedOrder(page, shop)).toMatchObject({ date: '2062-11-01', products: [{ id: 'tulip', price: 120 }] });
});

walk('a price or address that the typed line lacks is marked at its field', async (form) => {
  await using shop = await openFlorist();
  const o = orderWords(wordsOf(form));
  await using page = await enter(browser, shop, form, '/app/orders/new');
  const save = page.getByRole('button', { name: o.saveOrder, exact: true });
  await field(page, 'line').click();
  await page.keyboard.type('Олег 9215551122, 25 ирисов, завтра 10-12, курьером', { delay: 40 });
  await holds(page, 'products.0.name', 'ирисов');
  await save.click();
  await page.locator('[name="products.0.price"][aria-invalid=true]:focus').waitFor();
  await field(page, 'products.0.price').fill('90');
  await save.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(o.askAddress('Курьер')).waitFor();
  await look(page, form, 'no address');
  await dialog.getByRole('button', { name: o.backToForm }).click();
  await page.locator('[name="delivery.adress"]:focus').fill('Ленина 5');
  await save.click();
  expect(await savedOrder(page, shop)).toMatchObject({ delivery: { adress: 'Ленина 5' }, products: [{ price: 90 }] });
});

walk('a repeated order cannot be saved before its day is chosen', async (form) => {
  await using shop = await openFlorist();
  const w = wordsOf(form);
  const o = orderWords(w);
  const { id } = await placeOrder(shop.api, { client: CLIENT, delivery: DELIVERY });
  await using page = await enter(browser, shop, form, `/app/orders/new?order=${id}`);
  await holds(page, 'client.name', CLIENT.name);
  await page.locator(':focus[name="date"]').waitFor();
  expect(await valuesOf(page, ['date', 'timeStart'])).toEqual(['', '']);
  await look(page, form, 'a repeat without a day');
  const save = page.getByRole('button', { name: o.saveOrder, exact: true });
  await save.click();
  await page.locator(':focus[name="date"][aria-invalid=true]').waitFor();
  // A field with an error is red even while it has the focus.
  const colours = `(({ borderTopColor, outlineColor }) => [borderTopColor, outlineColor])(getComputedStyle(document.activeElement))`;
  expect(new Set(await page.evaluate<string[]>(colours)).size).toBe(1);

  await field(page, 'line').fill('завтра');
  await until('a day', async () => (await field(page, 'date').inputValue()) !== '');
  await field(page, 'line').fill('');
  await holds(page, 'date', '');

  const days = page.getByRole('group', { name: w.orders.date, exact: true });
  await days.getByRole('button', { name: w.orders.tomorrow }).click();
  await save.click();
  expect(await savedOrder(page, shop)).toMatchObject({ date: inDays(1), client: CLIENT });
});

walk(
  'the order form asks about doubtful goods and turns a typed part of the day into a delivery slot',
  async (form) => {
    await using shop = await openFlorist();
    const o = orderWords(wordsOf(form));
    const owner = await ownerOf(shop);
    expectOk(
      await owner.post(`${shop.base}/stock`, {
        id: 'peony',
        name: 'Пионы, 9 шт.',
        sku: null,
        quantity: 9,
        price: 2600,
      }),
    );
    const slots = [
      { timeStart: '10:00', timeEnd: '12:00', capacity: null },
      { timeStart: '18:00', timeEnd: '20:00', capacity: null },
    ];
    expectOk(await owner.post(`${shop.base}/orders/slots`, { slots }));
    await using page = await enter(browser, shop, form, '/app/orders/new');
    const parts = page.getByRole('list', { name: o.understood });
    await field(page, 'line').fill('2 пиона, розы, завтра вечером, предоплата 1000');
    await holds(page, 'timeStart', '18:00');
    await parts.getByText(o.payLater('предоплата 1000')).waitFor();
    await parts.getByText(`пиона ×2 · ${o.noPrice}`).waitFor();
    const [height, content] = await field(page, 'line').evaluate((one) => [one.clientHeight, one.scrollHeight]);
    expect(content).toBe(height ?? 0);
    await look(page, form, 'doubtful goods');
    await parts.getByRole('button', { name: o.takeProduct('Пионы, 9 шт. ×2').slice(0, -1) }).click();
    await holds(page, 'products.0.price', '2600');
    await parts.getByRole('button', { name: o.takeItem }).click();
    await holds(page, 'products.1.name', 'розы');
    expect(await valuesOf(page, ['products.0.name', 'products.0.quantity', 'client.name'])).toEqual([
      'Пионы, 9 шт.',
      '2',
      '',
    ]);
    await parts.getByRole('button', { name: o.takeBack('розы') }).click();
    await field(page, 'products.1.name').waitFor({ state: 'detached' });
    await field(page, 'line').fill('5 пионов 3000 Ольге, оставить у двери, завтра');
    await holds(page, 'client.name', 'Ольга');
    await look(page, form, 'a sum and a remark');
    await parts.getByRole('button', { name: new RegExp(o.takeSumForAll('3[\\s,]000.*')) }).click();
    await holds(page, 'products.0.price', '600');
    await parts.getByRole('button', { name: o.takeNote }).click();
    await holds(page, 'additional.comment', 'оставить у двери');
  },
);

walk('a payment named in the typed line is offered for recording after the order is saved', async (form) => {
  await using shop = await openFlorist();
  const { orderForm: o, payments: w } = wordsOf(form);
  await using page = await enter(browser, shop, form, '/app/orders/new');
  await field(page, 'line').fill('Анна 4429, 2 коробки @350, завтра 12-14, предоплата 500 наличными');
  await holds(page, 'client.name', CLIENT.name);
  await page.getByRole('button', { name: o.saveOrder, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: w.recordPayment });
  await dialog.waitFor();
  await holds(page, 'amount', '500');
  expect(await dialog.locator('[name=paymentMethod]:checked').inputValue()).toBe('cash');
  await look(page, form, 'the payment of the line');
  expect((await savedOrder(page, shop)).payments).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The page does not offer the payment again, even after a visit by a link that names a payment.
  await page.goto(`${page.url()}?paid=999`);
  await page.locator('main h1').waitFor();
  expect(await dialog.count()).toBe(0);
});
