import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { sharedBrowser } from '../support/browser.ts';
import { openShop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { countTaps, field, holds, savedOrder, showTiles, valuesOf, write } from '../support/order-form.ts';
import { CLIENT, openPricedShop } from '../support/priced-shop.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, formNamed, look, typed, walk, walkOnPhones, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

const tile = (page: Page, name: string) => page.locator('.order-form-tiles').getByRole('button', { name });

walk('the price list fills in an item’s price, which can be changed for one order', async (form) => {
  await using shop = await openPricedShop();
  await using page = await enter(browser, shop, form, '/app/orders/new');
  await field(page, 'products.0.name').fill('роза');
  await page.getByRole('option', { name: 'Роза красная' }).click();
  await holds(page, 'products.0.price', typed(form, '250.50'));
  expect(await valuesOf(page, ['products.0.name', 'products.0.quantity'])).toEqual(['Роза красная', '1']);
  await field(page, 'products.0.price').fill('200');
  await page.getByRole('button', { name: wordsOf(form).orderForm.saveOrder }).click();
  expect(await savedOrder(page, shop)).toMatchObject({ products: [{ id: 'rose', price: 200 }] });
});

test('a chosen product stays selected while the list of suggestions changes', async () => {
  await using shop = await openPricedShop();
  await using page = await enter(browser, shop, DESKTOP, '/app/orders/new');
  const name = field(page, 'products.0.name');
  const option = (of: string) => page.getByRole('option', { name: of });
  await name.fill('т');
  await option('Открытка').waitFor();
  const late = Promise.withResolvers<void>();
  await page.route('**/orders/products*', async (route) => {
    await late.promise;
    await route.continue();
  });
  await name.press('End');
  await page.keyboard.type('ю');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Тюльпан', selected: true }).waitFor();
  late.resolve();
  await option('Открытка').waitFor({ state: 'detached' });
  await page.getByRole('option', { name: 'Тюльпан', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await holds(page, 'products.0.price', '120');
});

walk('each click on a tile adds one more of its product', async (form) => {
  await using shop = await openPricedShop();
  const { orderForm: o, orders, stock } = wordsOf(form);
  await using page = await enter(browser, shop, form, '/app/orders/new');
  const list = page.getByRole('button', { name: o.priceList });
  await list.focus();
  if ((await list.getAttribute('aria-expanded')) !== 'true') await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: orders.all, exact: true }).and(page.locator(':focus')).waitFor();
  const tiles = page.locator('.order-form-tiles button');
  // Tiles are sorted by category; tiles without a category come last. A product without a price has no tile.
  expect(await tiles.locator('strong').allTextContents()).toEqual(['Тюльпан', 'Роза красная', 'Открытка']);
  await tile(page, 'Тюльпан').getByText(o.noneLeft).waitFor();
  await look(page, form, 'the tiles');
  await page.getByRole('group', { name: stock.category }).getByRole('button', { name: 'Розы' }).click();
  await tile(page, 'Открытка').waitFor({ state: 'detached' });
  await tile(page, 'Роза красная').focus();
  await page.keyboard.press('Enter');
  await holds(page, 'products.0.price', typed(form, '250.50'));
  await tile(page, 'Роза красная').and(page.locator(':focus')).click();
  await holds(page, 'products.0.quantity', '2');
  await tile(page, 'Роза красная').getByText('×2').waitFor();
  await page.getByRole('button', { name: o.otherGoods, exact: true }).click();
  await tile(page, 'Открытка').click();
  await holds(page, 'products.1.name', 'Открытка');
  await look(page, form, 'two products');
  await page.getByRole('button', { name: o.saveOrder }).click();
  const saved = await savedOrder(page, shop);
  expect(saved).toMatchObject({
    productsAmount: 651,
    products: [
      { id: 'rose', quantity: 2, price: 250.5 },
      { id: 'card', quantity: 1, price: 150 },
    ],
  });

  await page.getByRole('heading', { name: `${orders.order} ${saved.num}` }).waitFor();
  await page.keyboard.press('KeyE');
  await list.click();
  await tile(page, 'Открытка').click();
  await holds(page, 'products.1.quantity', '2');
  // Uses the keyboard, because the item's stock line appears late and could move the button away from the mouse.
  await page.getByRole('button', { name: `${o.removeItem} Открытка` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: o.addItem }).and(page.locator(':focus')).waitFor();
});

test('a shop without prices shows no price list', async () => {
  const form = formNamed('phone, dark, ru');
  await using shop = await openShop();
  await using page = await enter(browser, shop, form, '/app/orders');
  const answered = page.waitForResponse(/price-list/);
  await page
    .getByRole('link', { name: wordsOf(form).orders.newOrder })
    .first()
    .click();
  expect((await (await answered).json()).data).toEqual({ products: [], more: false });
  await field(page, 'products.0.name').waitFor();
  expect(await page.locator('.order-form-list').count()).toBe(0);
});

walkOnPhones(
  'an order of two items takes 9 taps with tiles for a new client, and 5 for a known client',
  async (form) => {
    await using shop = await openPricedShop();
    const w = wordsOf(form);
    /** @param more other fields that are filled in before the tiles */
    const orderTwo = async (more: (page: Page) => Promise<void>) => {
      await using page = await enter(browser, shop, form, '/app/orders');
      await page.locator('main h1').first().waitFor();
      const taps = await countTaps(page);
      await page.getByRole('link', { name: w.orders.newOrder }).first().click();
      await page.locator(':focus[name="line"]').waitFor();
      await more(page);
      await page.getByRole('button', { name: w.orderForm.priceList }).click();
      for (const name of ['Тюльпан', 'Роза']) {
        const { y = 0, height = 0 } = (await tile(page, name).boundingBox()) ?? {};
        expect(height).toBeGreaterThanOrEqual(44);
        // The open list is on the screen, above the bar at the bottom.
        expect(y + height).toBeLessThan(form.size.height - 64);
        await tile(page, name).click();
      }
      await holds(page, 'products.1.price', typed(form, '250.50'));
      await page.getByRole('button', { name: w.orderForm.saveOrder, exact: true }).click();
      return { saved: await savedOrder(page, shop), taps: await taps() };
    };
    const products = [
      { id: 'tulip', quantity: 1, price: 120 },
      { id: 'rose', quantity: 1, price: 250.5 },
    ];
    const fresh = await orderTwo(async (page) => {
      await write(page, 'client.phone', '+79005550101');
      await write(page, 'client.name', 'Олег');
      await write(page, 'timeStart', '12');
      await write(page, 'delivery.adress', 'Садовая 1');
    });
    expect(fresh).toMatchObject({ saved: { client: { name: 'Олег' }, products }, taps: 9 });
    const known = await orderTwo(async (page) => {
      await page.keyboard.type('4429 завтра 12-14');
      await holds(page, 'client.name', CLIENT.name);
    });
    expect(known).toMatchObject({ saved: { client: CLIENT, timeStart: '12:00', products }, taps: 5 });
  },
);

walk('a discount applies only to its own items and its own order', async (form) => {
  await using shop = await openPricedShop();
  const w = wordsOf(form);
  const o = w.orderForm;
  const products = [
    { id: 'tulip', name: 'Тюльпан', quantity: 2, price: 99.99, listPrice: 110 },
    { id: 'tulip', name: 'Тюльпан', quantity: 1, price: 100, listPrice: 110 },
  ];
  const { id } = await placeOrder(shop.api, { client: CLIENT, products });
  await using page = await enter(browser, shop, form, `/app/orders/new?order=${id}`);
  await holds(page, 'products.0.price', '110');
  expect(await valuesOf(page, ['products.0.quantity'])).toEqual(['3']);
  expect(await field(page, 'products.1.name').count()).toBe(0);
  expect(await page.getByRole('button', { name: o.discountRemove }).count()).toBe(0);
  // One more tulip costs the list price, not the price of the tulips in the repeated order.
  await showTiles(page, o.priceList);
  await tile(page, 'Тюльпан').click();
  await holds(page, 'products.1.price', '120');
  expect(await valuesOf(page, ['products.0.quantity', 'products.1.quantity'])).toEqual(['3', '1']);
  await look(page, form, 'another price in the list');
  await page.getByRole('button', { name: o.takePrice }).click();
  await holds(page, 'products.0.price', '120');
  await page.locator('[name="products.0.price"]:focus').waitFor();

  await page.goto(`${shop.url}/app/orders/new`);
  await field(page, 'client.phone').fill('79123304429');
  const again = page.getByRole('button', { name: o.again }).filter({ visible: true });
  await again.first().click();
  await holds(page, 'products.0.price', '110');
  expect(await valuesOf(page, ['products.0.quantity'])).toEqual(['3']);
  expect(await field(page, 'products.1.name').count()).toBe(0);

  await page.goto(`${shop.url}/app/orders/${id}/edit`);
  const off = page.locator('.order-form-off strong');
  await off.waitFor();
  const given = await off.textContent();
  await field(page, 'products.1.name').fill('Тюльпаны');
  await until('less to be taken off', async () => (await off.textContent()) !== given);
  await field(page, 'products.0.price').fill('9');
  await off.waitFor({ state: 'detached' });
  await field(page, 'products.1.name').fill('Тюльпан');
  await field(page, 'products.0.price').fill('99.99');
  await until('all of it to be taken off', async () => (await off.textContent()) === given);
  await field(page, 'products.0.price').fill('95');
  await page.getByRole('button', { name: o.discountRemove }).waitFor();
  await field(page, 'products.1.name').fill('Пион');
  await page.getByRole('button', { name: o.discountRemove }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: o.review }).click();
  await page.getByRole('dialog').getByRole('button', { name: w.save, exact: true }).click();
  await page.locator('.order-items').waitFor();
  const [first, second] = expectOk(await shop.api.get(`/api/v1/orders/${id}`)).products;
  expect([first.listPrice, second.listPrice, second.name]).toEqual([undefined, undefined, 'Пион']);
});

test('a discount that would split an order into too many items is refused', async () => {
  await using shop = await openPricedShop();
  const products = Array.from({ length: 60 }, (_, at) => ({ name: `Rose ${at}`, quantity: 3, price: 100 }));
  const { id } = await placeOrder(shop.api, { products });
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}/edit`);
  const o = wordsOf(DESKTOP).orderForm;
  await holds(page, 'products.59.quantity', '3');
  await page.getByRole('button', { name: o.discountGive }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name="discount"]').fill('100');
  await dialog.getByRole('button', { name: o.discountTake, exact: true }).click();
  await dialog.getByText(o.discountItems('120', '100')).waitFor();
  await dialog.locator('[name="discount"]').fill('10%');
  await dialog.getByRole('button', { name: o.discountTake, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await holds(page, 'products.59.price', '90');
});

walk('a discount is included in the prices, and stated on the page and the slip', async (form) => {
  await using shop = await openPricedShop();
  const { orderForm: o, orderPage: w, orders, save } = wordsOf(form);
  await using page = await enter(browser, shop, form, '/app/orders/new');
  const dialog = page.getByRole('dialog');
  const give = async (text: string): Promise<void> => {
    await dialog.locator('[name="discount"]').fill(text);
    await dialog.getByRole('button', { name: o.discountTake, exact: true }).click();
  };
  await showTiles(page, o.priceList);
  for (let pieces = 1; pieces <= 3; pieces += 1) {
    await tile(page, 'Тюльпан').click();
    await holds(page, 'products.0.quantity', String(pieces));
  }
  await tile(page, 'Открытка').click();
  await holds(page, 'products.1.price', '150');
  await page.getByRole('button', { name: o.discountGive }).click();
  await give('511');
  await dialog.getByText(o.discountWrong).waitFor();
  await look(page, form, 'too much');
  await give('50');
  await dialog.waitFor({ state: 'detached' });
  // The tulips' share of 50.00 is 35.29, which is not divisible by three.
  await holds(page, 'products.2.price', typed(form, '135.29'));
  expect(await valuesOf(page, ['products.0.price', 'products.1.price', 'products.1.quantity'])).toEqual([
    typed(form, '108.23'),
    typed(form, '108.24'),
    '2',
  ]);
  // The slip is next to the form; a phone has no room for it.
  const taken = w.productsLess(form.locale === 'ru' ? '50\u00A0₽' : '₽50');
  await page.locator('.print-slip-sums').getByText(taken).waitFor({ state: 'attached' });
  await look(page, form, 'a discount');
  await page.getByRole('button', { name: o.saveOrder }).click();
  const saved = await savedOrder(page, shop);
  expect(saved).toMatchObject({ price: 460, productsAmount: 460, products: [{ id: 'tulip', listPrice: 120 }, {}, {}] });
  await page.getByRole('heading', { name: `${orders.order} ${saved.num}` }).waitFor();
  const sums = page.locator('.order-sums');
  await sums.getByText(taken).waitFor();
  expect(await page.locator('.order-items del').count()).toBe(3);
  await look(page, form, 'the order');

  await page.goto(`${shop.url}/app/orders/${saved.id}/print`);
  await page.locator('.print-slip del').first().waitFor();
  await look(page, form, 'the slip');
  // Only the card gets ten per cent off; the tulips keep their earlier discount.
  await page.goto(`${shop.url}/app/orders/${saved.id}/edit`);
  await page.getByRole('button', { name: o.discountChange }).click();
  await dialog.locator('[name="of"]').selectOption({ label: 'Открытка' });
  await give('10%');
  await holds(page, 'products.2.price', '135');
  expect(await valuesOf(page, ['products.0.price'])).toEqual([typed(form, '108.23')]);
  await page.getByRole('button', { name: o.discountRemove }).click();
  await page.getByRole('button', { name: o.discountGive }).and(page.locator(':focus')).waitFor();
  await holds(page, 'products.0.quantity', '3');
  expect(await valuesOf(page, ['products.0.price', 'products.1.price'])).toEqual(['120', '150']);
  await page.getByRole('button', { name: o.review }).click();
  await dialog.getByRole('button', { name: save, exact: true }).click();
  await page.locator('.order-items').waitFor();
  await page.locator('.order-items del').first().waitFor({ state: 'detached' });
  expect(await sums.count()).toBe(0);
  expect(expectOk(await shop.api.get(`/api/v1/orders/${saved.id}`)).price).toBe(510);
});
