import { expect, test } from 'bun:test';
import { encode } from 'uqr';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';
import { sharedDesk, type TestPage, untilInPage } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, formNamed, look, lookHere, walk, wordsOf } from '../support/visits.ts';

const { browser, shop } = sharedDesk();

const make = async (extra: Record<string, unknown>): Promise<string> =>
  (await placeOrder(shop.api, { date: '2027-03-08T10:00:00+03:00', ...extra })).id;

/** Returns the size of each printed page, as width and height in points. */
async function printed(page: TestPage): Promise<string[]> {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${Math.round(Number(width))}×${Math.round(Number(height))}`,
  );
}
const A4 = '595×842';
const A4_ACROSS = '842×595';
const A5_ACROSS = '595×420';
const A5 = '420×595';
/** A roll of 80 mm, as long as necessary. */
const ROLL = /^227×\d+$/;

async function only(page: TestPage, w: typeof EN, paper: keyof typeof EN.print.choices): Promise<void> {
  const choice = page.getByRole('group', { name: w.print.choose });
  await choice.getByLabel(w.print.choices[paper]).check();
  for (const other of Object.keys(w.print.choices) as (typeof paper)[]) {
    if (other !== paper) await choice.getByLabel(w.print.choices[other]).uncheck();
  }
  await page.locator(`.print-${paper}`).waitFor();
}

const inPrint = (page: TestPage, script: string) =>
  page.emulateMedia({ media: 'print' }).then(async () => {
    const value = await page.evaluate(script);
    await page.emulateMedia({ media: null });
    return value;
  });

const LOGO = 'src/dashboard/pages/identity/icon-192.png';
/** The path of a text's QR code, as the page draws it. */
const pathOf = (text: string): string =>
  encode(text, { ecc: 'M', border: 4 })
    .data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');

const HOSTILE = '<img src=x onerror=alert(1)>';

/** All fields of an order, each with a unique word. */
const SAID = {
  client: 'ЗАКАЗЧИЦА',
  clientPhone: '+7 912 345-67-01',
  clientComment: 'ПРО-КЛИЕНТА',
  recipient: 'ПОЛУЧАТЕЛЬ',
  recipientPhone: '+7 912 345-67-02',
  recipientComment: 'ПРО-ПОЛУЧАТЕЛЯ',
  address: 'УЛИЦА',
  doorComment: 'ЗВОНИТЬ-ДВАЖДЫ',
  item: 'ТЮЛЬПАНЫ',
  made: 'БЕЗ-ЛЕНТЫ',
  sku: 'АРТИКУЛ-7',
  wish: 'БЕЗ-РОЗОВЫХ',
  staff: 'ПОСТОЯННЫЙ-ДОЛЖНИК',
  card: 'С-ДНЁМ-РОЖДЕНИЯ',
  num: '77431',
  shop: 'Test shop',
  sum: '₽',
} as const;
type PrintedPart = keyof typeof SAID;

/** The contents of each paper: everything that its reader needs, and nothing else. */
const PAPERS: Readonly<Record<'slip' | 'ticket' | 'card' | 'couriers', readonly PrintedPart[]>> = {
  slip: [
    'num',
    'shop',
    'client',
    'clientPhone',
    'recipient',
    'recipientPhone',
    'address',
    'item',
    'sku',
    'card',
    'sum',
  ],
  ticket: ['num', 'item', 'made', 'card', 'wish', 'clientComment', 'staff'],
  card: ['card'],
  couriers: [
    'num',
    'shop',
    'recipient',
    'recipientPhone',
    'address',
    'recipientComment',
    'doorComment',
    'wish',
    'item',
    'sum',
  ],
};
const WITH_QR = ['ticket', 'couriers'];

const full = () =>
  make({
    requestKey: undefined,
    num: SAID.num,
    timeStart: '10:00',
    timeEnd: '12:00',
    client: { name: SAID.client, phone: SAID.clientPhone, comment: SAID.clientComment },
    recipient: { name: SAID.recipient, phone: SAID.recipientPhone, comment: SAID.recipientComment },
    delivery: { adress: SAID.address, comment: SAID.doorComment },
    products: [{ name: SAID.item, quantity: 25, price: 100.05, sku: SAID.sku, ribbon: SAID.made }],
    additional: { comment: SAID.wish, managerComment: SAID.staff, cardText: SAID.card },
    payments: [{ amount: 100 }],
  });

test('the slip, the ticket, the card and the couriers’ sheet each show only the order details that their readers need', async () => {
  const id = await full();
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}`);
  await page.getByRole('link', { name: EN.orderPage.print, exact: true }).click();
  const seen: Record<string, unknown> = {};
  for (const paper of ['slip', 'ticket', 'card', 'couriers'] as const) {
    await only(page, EN, paper);
    const text = ((await page.locator('.print-paper').textContent()) ?? '').replaceAll(/\s/g, ' ');
    const said = (Object.keys(SAID) as PrintedPart[]).filter((what) => text.includes(SAID[what]));
    seen[paper] = { said, qr: await page.locator('.print-paper .print-qr').count() };
    if (paper === 'card') expect(text.trim()).toBe(SAID.card);
  }
  const wanted = Object.entries(PAPERS).map(([paper, said]) => [
    paper,
    {
      said: (Object.keys(SAID) as PrintedPart[]).filter((what) => said.includes(what)),
      qr: WITH_QR.includes(paper) ? 1 : 0,
    },
  ]);
  expect(seen).toEqual(Object.fromEntries(wanted));
  // The fonts are those in the executable, not the machine's own.
  await page.goto(`${shop.url}/app/orders/${id}/print/card`);
  await page.locator('.print-card-text').waitFor();
  const family = await page.evaluate("getComputedStyle(document.querySelector('.print-card-text')).fontFamily");
  expect(family).toStartWith('Lora');
  expect(await page.evaluate("document.fonts.load('italic 20px Lora', 'Сard').then((found) => found.length)")).toBe(2);
});

walk('each paper is one page in light colors, without the dashboard, in each size', async (form) => {
  const w = wordsOf(form);
  const id = await make({
    timeStart: '10:00',
    timeEnd: '12:00',
    recipient: { name: `Анна ${HOSTILE}`, phone: '+79210001122' },
    products: ['Роза', 'Пион', HOSTILE].map((name) => ({ name, quantity: 2, price: 100.05 })),
    additional: { comment: HOSTILE, managerComment: 'Двор\nслева', cardText: `С днём рождения! 🌷\n${HOSTILE}` },
    payments: [{ amount: 100 }],
  });
  await using page = await enter(browser, shop, form, `/app/orders/${id}`);
  await page.getByRole('link', { name: w.orderPage.print, exact: true }).click();
  const sheets = {
    slip: [A4, A5],
    ticket: [A4, A5],
    card: [A4, A5_ACROSS],
    couriers: [A4_ACROSS, A5_ACROSS],
  } as const;
  for (const paper of ['slip', 'ticket', 'card', 'couriers'] as const) {
    await only(page, w, paper);
    await look(page, form);
    expect(await page.locator('.print-paper img').count()).toBe(0);
    expect(await page.locator('.print-paper').textContent()).toContain(HOSTILE);
    expect(await inPrint(page, "getComputedStyle(document.querySelector('.print-paper')).backgroundColor")).toBe(
      'rgb(255, 255, 255)',
    );
    const around = `[...document.querySelectorAll('.rail, .noprint, .skip')].filter((one) => one.checkVisibility()).length`;
    expect(await inPrint(page, around)).toBe(0);
    const got = [];
    for (const size of ['a4', 'a5'] as const) {
      await page.getByLabel(w.print.papers[size]).check();
      got.push(await printed(page));
    }
    expect({ paper, got }).toEqual({ paper, got: sheets[paper].map((size) => [size]) });
    await page.getByLabel(w.print.papers.roll).check();
    await until('a page as long as the roll', async () => ROLL.test((await printed(page)).join()));
    await lookHere(page, form);
    await page.getByLabel(w.print.papers.a4).check();
  }
  await only(page, w, 'slip');
  const slip = (await page.locator('.print-slip').textContent()) ?? '';
  for (const text of [w.payments.left, w.print.signature, '10:00–12:00']) expect(slip).toContain(text);
  expect(slip.replaceAll(/\s/g, '')).toContain(form.locale === 'ru' ? '850,80₽' : '₽850.80');
});

test('the slip, the card and the couriers’ sheet are previewed together, and each prints on paper of its own size', async () => {
  const id = await full();
  const bare = await make({});
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}`);
  await page.getByRole('link', { name: EN.orderPage.print, exact: true }).click();
  await page.locator('.print-slip').waitFor();
  const choice = page.getByRole('group', { name: EN.print.choose });
  for (const paper of ['card', 'couriers'] as const) {
    const box = choice.getByLabel(EN.print.choices[paper]);
    await box.focus();
    await page.keyboard.press('Space');
    await page.locator(`.print-${paper}`).waitFor();
    expect(await box.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  }
  expect(await printed(page)).toEqual([A4, A5_ACROSS, A4_ACROSS]);
  await look(page, DESKTOP);
  for (const paper of ['slip', 'couriers'] as const) {
    const of = page.getByRole('region', { name: paper === 'slip' ? EN.print.slip : EN.orders.couriers });
    await of.getByLabel(EN.print.papers.roll).check();
  }
  await until('two rolls, each of its own length', async () => {
    const [slip = '', card, couriers = ''] = await printed(page);
    return ROLL.test(slip) && card === A5_ACROSS && ROLL.test(couriers) && slip !== couriers;
  });
  await page.reload();
  await page.locator('.print-couriers').waitFor();
  expect(await page.locator('.print-paper').count()).toBe(3);
  await page.goto(`${shop.url}/app/orders/${bare}/print`);
  await page.getByText(EN.print.noCard).waitFor();
  await page.locator('.print-couriers').waitFor();
  expect(await page.locator('.print-paper').count()).toBe(2);
  for (const paper of ['slip', 'card', 'couriers'] as const) await choice.getByLabel(EN.print.choices[paper]).uncheck();
  await page.getByRole('button', { name: EN.orderPage.print, disabled: true }).waitFor();
});

test('the Print button opens the browser’s print dialog', async () => {
  const id = await make({});
  await using page = await enter(browser, shop, formNamed('phone, light, en'), `/app/orders/${id}/print/slip`);
  await page.evaluate('window.print = () => { window.printed = true; }');
  await page.getByRole('button', { name: EN.orderPage.print }).click();
  expect(await page.evaluate('window.printed')).toBe(true);
  await lookHere(page, formNamed('phone, light, en'));
});

test('a long order prints on a roll as one long page, with item names across the full width', async () => {
  const name = 'Букет «Весна» из роз, пионов и эвкалипта в шляпной коробке с лентой';
  const products = Array.from({ length: 40 }, (_, at) => ({ name: `${name} ${at}`, quantity: 1, price: 10.01 + at }));
  const id = await make({ products });
  await using page = await enter(browser, shop, formNamed('phone, dark, ru'), `/app/orders/${id}/print/slip`);
  await page.getByLabel(RU.print.papers.roll).check();
  await until('a page as long as the roll', async () => ROLL.test((await printed(page)).join()));
  const widths = `['.wrap', 'tr'].map((part) => document.querySelector('.print-slip-items tbody ' + part).clientWidth)`;
  const [ofName, ofItem] = (await page.evaluate(widths)) as number[];
  expect(ofName).toBe(ofItem);
  await look(page, formNamed('phone, dark, ru'));
});

test('the slip of an order that costs nothing shows a total of 0 and asks for no payment', async () => {
  const gift = await make({ products: [{ name: 'Card', quantity: 1, price: 0 }], delivery: null, payments: [] });
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${gift}/print/slip`);
  const sums = page.locator('.print-slip-sums');
  await sums.waitFor();
  expect(await sums.locator('dd').allTextContents()).toEqual(['₽0', '₽0']);
  expect(await sums.locator('.print-slip-left').count()).toBe(0);
});

test('the printed lines of the items include the discount and add up to the printed total', async () => {
  const products = [{ name: 'Rose', quantity: 2, price: 90, listPrice: 100 }];
  const id = await make({ products, delivery: null, payments: [] });
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}/print/slip`);
  await page.locator('.print-slip-sums').waitFor();
  expect(await page.locator('.print-slip-items tbody td').last().textContent()).toBe('₽180');
  expect(await page.locator('.print-slip-sums > div').allTextContents()).toEqual([
    `${EN.orderPage.productsLess('₽20')}₽180`,
    `${EN.orders.total}₽180`,
    `${EN.payments.paid}₽0`,
    `${EN.payments.left}₽180`,
  ]);
});

test('papers carry the shop’s details, and the browser remembers the size of each paper', async () => {
  const { print } = EN;
  const owner = await ownerOf(shop);
  const id = await make({ additional: { cardText: 'Ура!' } });
  const lines = { address: 'Garden st. 12', phone: '+79123456789', thanks: 'Come again!' };
  expectOk(await owner.post(`${shop.base}/settings/profile`, lines));
  expectOk(await owner.post(`${shop.base}/logo`, { image: (await Bun.file(LOGO).bytes()).toBase64() }));
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}/print/slip`);
  const paper = page.locator('.print-paper');
  const carriesShop = async (): Promise<void> => {
    await paper.locator('.print-shop img').waitFor();
    const text = (await paper.textContent()) ?? '';
    for (const line of ['Test shop', lines.address, '+7 912 345-67-89', lines.thanks]) expect(text).toContain(line);
  };
  await carriesShop();
  expect(await printed(page)).toEqual([A4]);
  await page.getByLabel(print.papers.a5).check();
  expect(await printed(page)).toEqual([A5]);
  const padding = "getComputedStyle(document.querySelector('.print-paper')).padding";
  // The page's margin is enough. A second margin would push the signature to another sheet.
  expect(await inPrint(page, padding)).toBe('0px');
  await page.getByLabel(print.papers.roll).check();
  await until('a page as long as the roll', async () => {
    const pages = await printed(page);
    return pages.length === 1 && ROLL.test(pages[0] ?? '');
  });
  await page.reload();
  await carriesShop();
  expect(await page.getByLabel(print.papers.roll).isChecked()).toBe(true);
  await page.goto(`${shop.url}/app/print/couriers?ids=${id}`);
  await carriesShop();
  const drawn = await paper.getByRole('img', { name: print.scan }).locator('path').getAttribute('d');
  expect(drawn).toBe(pathOf(`${shop.url}/app/orders/${id}`));
  // Each paper keeps its own page size, so the slip's roll does not apply to the courier's sheet.
  expect(await printed(page)).toEqual([A4_ACROSS]);
  await page.getByLabel(print.papers.a5).check();
  expect(await printed(page)).toEqual([A5_ACROSS]);
  expect(await inPrint(page, padding)).toBe('0px');
  // After signing out, the sign-in page shows the shop that this device remembers.
  await page.goto(`${shop.url}/app`);
  await untilInPage(page, "localStorage.getItem('docket.shop.1')?.includes('data:image/')");
  // Requests of a page that is still open would be refused and reported.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${shop.url}/app`);
  const logo = page.locator('.guest-brand', { hasText: 'Test shop' }).locator('img[src^="data:image/"]');
  await logo.waitFor();
  expect((await logo.boundingBox())?.width).toBe(40);
  const nothing = { address: '', phone: '', thanks: '' };
  expectOk(await owner.post(`${shop.base}/settings/profile`, nothing));
  expectOk(await owner.post(`${shop.base}/logo/remove`));
});

test.each([
  ['a word', 'Ура!', A5_ACROSS, undefined],
  ['a thousand characters', 'Живи и радуйся. '.repeat(62), A5_ACROSS, undefined],
  ['forty lines', 'строка\n'.repeat(40), A4, EN.print.cardSmall],
  ['ten thousand characters', 'Живи и радуйся. '.repeat(625), A4, EN.print.cardSmall],
  ['one endless word', 'щ'.repeat(5_000), A4, EN.print.cardSmall],
])(
  'a card with %s is printed on one page, with a note if its text had to be made smaller',
  async (_what, cardText, size, note) => {
    const id = await make({ additional: { cardText }, recipient: { name: 'Анна' } });
    await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}/print/card`);
    await page.locator('.print-paper').waitFor();
    expect(await printed(page)).toEqual([size]);
    const notes = await page.locator('main .note').allTextContents();
    expect(notes).toEqual(note === undefined ? [] : [note]);
  },
);

test('a card whose text fits no sheet is printed in full with a warning', async () => {
  const id = await make({ additional: { cardText: '🌷'.repeat(10_000) } });
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}/print/card`);
  await page.getByText(EN.print.cardPages).waitFor();
  expect((await printed(page)).length).toBeGreaterThan(1);
  await page.goto(`${shop.url}/app/orders/${await make({})}/print/card`);
  await page.getByText(EN.print.noCard).waitFor();
});

test('a day’s courier sheet omits orders without delivery, but a sheet of selected orders has all', async () => {
  const date = '2027-05-05T10:00:00+03:00';
  const late = await make({ date, timeStart: '18:00' });
  const early = await make({ date, timeStart: '09:00' });
  const pickup = await make({ date, delivery: null });
  await make({ date, statusId: 'status-cancelled' });
  await make({ date, statusId: 'status-closed' });
  await using page = await enter(browser, shop, DESKTOP, '/app/orders?look=day&from=2027-05-05&to=2027-05-05');
  const rows = () => page.locator('.print-couriers td:first-child strong').allTextContents();
  await page.getByRole('link', { name: EN.orders.couriers }).click();
  await page.locator('.print-couriers tbody tr').first().waitFor();
  expect(await rows()).toEqual(['09:00', '18:00']);
  // After the page changed, the list must not send requests with the address of the courier sheet.
  expect(page.refused).toEqual([]);
  await page.getByText('3 orders are left out').waitFor();
  await page.getByRole('link', { name: EN.print.back }).click();
  await page.locator('.orders-slots').waitFor();

  await page.goto(`${shop.url}/app/orders?from=2027-05-05&to=2027-05-05`);
  for (const id of [late, early, pickup]) await page.locator(`tr[data-id="${id}"] .orders-of-pick input`).check();
  await page.getByRole('link', { name: EN.orders.couriers }).click();
  await page.locator('.print-couriers tbody tr').first().waitFor();
  expect(await rows()).toEqual(['09:00', '18:00', EN.orders.noTime]);
  const button = page.getByRole('button', { name: EN.orderPage.print, exact: true });
  expect(await button.isEnabled()).toBe(true);
  await page.goto(`${shop.url}/app/print/couriers?day=2027-05-06`);
  await page.getByText(EN.print.nothing).waitFor();
  expect(await button.isEnabled()).toBe(false);
});

test('a link to another order’s courier sheet opens that order’s sheet', async () => {
  const ids = await Promise.all(['Первый', 'Второй'].map((name) => make({ num: null, client: { name } })));
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${ids[0]}/print/couriers`);
  const sheet = page.locator('.print-couriers');
  await sheet.getByText('Первый').waitFor();
  await page.evaluate(`{
    const link = document.createElement('a');
    link.href = '/app/orders/${ids[1]}/print/couriers';
    document.body.append(link);
    link.click();
  }`);
  await sheet.getByText('Второй').waitFor();
  expect(await sheet.getByText('Первый').count()).toBe(0);
});
