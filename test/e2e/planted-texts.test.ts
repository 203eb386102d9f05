/**
 * Puts hostile texts into each field that a stranger can fill, and opens every page in a real browser. If a page
 * treated such a text as markup, the text would run a script or load another site.
 */

import { beforeAll, expect, test } from 'bun:test';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { PAGES } from '../../src/dashboard/shared/pages.ts';
import { sharedBrowser, type TestPage } from '../support/browser.ts';
import { ownerOf, type Visitor } from '../support/browser-session.ts';
import { openShop, orderBody } from '../support/docket.ts';
import { changeStore, expectOk } from '../support/http-answers.ts';
import { addEndpoint, addMember } from '../support/members.ts';
import { startReceiver } from '../support/receiver.ts';
import { shared } from '../support/shared.ts';
import { partOf, startSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter } from '../support/visits.ts';

/** The trace that each of these texts would leave. */
const RUN = 'window.planted=1';
const PLANTED: readonly string[] = [
  `<script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `'><svg/onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${RUN}"><text x=20 y=20>x</text></a></svg>`,
  `<math><maction actiontype=statusline xlink:href="javascript:${RUN}">x</maction></math>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.planted=1</script>"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<a href="javascript:${RUN}">x</a>`,
  `javascript:${RUN}`,
  ` \u0001javascript:${RUN}//`.replace('\u0001', ''),
  `JaVaScRiPt:${RUN}//https://example.com`,
  `data:text/html,<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script>`,
  `<!--<script>${RUN}</script>-->`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;img src=x onerror=${RUN}&#62;`,
  `[x](javascript:${RUN})`,
  `![x](https://evil.invalid/a.png)`,
  `<base href="https://evil.invalid/">`,
  `<meta http-equiv=refresh content="0;url=https://evil.invalid/">`,
  `<link rel=stylesheet href="https://evil.invalid/a.css">`,
  `<style>@import "https://evil.invalid/a.css";*{background:url(https://evil.invalid/b)}</style>`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `\${${RUN}}{{constructor.constructor('${RUN}')()}}<%=${RUN}%>`,
  `\u202e<img src=x onerror=${RUN}>\u2066\u200f`,
  `<template><img src=x onerror=${RUN}></template><noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `__proto__[onerror]=${RUN}`,
];
/** All texts in one, because one text may close an HTML tag that another text opens. */
const ALL = PLANTED.join(' ');
const nth = (at: number): string => PLANTED[at % PLANTED.length] ?? '';

const browser = sharedBrowser();
const receiver = shared(async () => startReceiver());
const mails = shared(() => startSmtp());
const shop = shared(async () => {
  const flags = ['--environment', 'dev', '--allow-private-webhooks', '--webhook-retry-schedule', '1h'];
  return openShop([...flags, '--smtp-url', `smtp://127.0.0.1:${mails.port}`, '--public-url', 'http://localhost']);
});

const ids: Record<string, string> = {};
let owner: Visitor;
let page: TestPage;

const today = new Date().toISOString().slice(0, 10);
const orderOf = (text: string, at: number) => {
  const short = text.slice(0, 500);
  const { requestKey: _, ...body } = orderBody({
    date: `${today}T10:00:00Z`,
    timeStart: '10:00',
    num: text.slice(0, 60) + at,
    platform: text.slice(0, 60),
    client: {
      name: short,
      phone: `+7912${1_000_000 + at}`,
      email: `"${short}`.slice(0, 500),
      comment: text,
      [short]: text,
    },
    recipient: { name: short, phone: short, [short]: text },
    delivery: { deliveryType: 'courier', price: 1, adress: text, flat: short, comment: text, [short]: text },
    additional: { comment: text, managerComment: text, cardText: text, [short]: text },
    products: [{ name: short, sku: short, quantity: 1, price: 10, [short]: text }],
    payments: [
      { paymentId: `paid-${at}`, amount: 1, paymentMethod: text.slice(0, 60), providerData: { [short]: text } },
    ],
  });
  return body;
};

beforeAll(async () => {
  owner = await ownerOf(shop);
  expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));
  const post = async (path: string, body: object) => expectOk(await owner.post(`${shop.base}/${path}`, body));
  receiver.answer(() => new Response(ALL, { status: 500, headers: { 'content-type': 'text/html' } }));
  ids['/app/webhooks'] = await addEndpoint(shop.dir, `${receiver.url}?x=${nth(1)}#${nth(2)}`, '--events', 'all');
  for (const [at, text] of PLANTED.entries()) {
    expectOk(await shop.api.post('/api/v1/orders/create', orderOf(text, at)));
    expectOk(
      await shop.api.post('/api/v1/inquiries', { payload: { name: text, phone: text, comment: text, [text]: text } }),
    );
    await post('stock', {
      name: text.slice(0, 190),
      sku: text.slice(0, 60),
      category: text.slice(0, 60),
      quantity: 1,
      price: 10,
    });
  }
  ids['/app/orders'] = expectOk(await shop.api.post('/api/v1/orders/create', orderOf(ALL, 99))).id;
  ids['/app/inquiries'] = expectOk(
    await shop.api.post('/api/v1/inquiries', { payload: { name: ALL, [nth(0)]: PLANTED } }),
  ).id;
  ids['/app/stock'] = (
    await post('stock', { name: nth(0), sku: nth(1), category: nth(3), quantity: -1, price: 10 })
  ).id;
  ids['/app/stock/stocktakes'] = (await post('stock/stocktakes', {})).id;
  const client = await until(
    'the clients',
    async () => expectOk(await owner.get(`${shop.base}/clients`)).clients[0]?.id,
  );
  ids['/app/clients'] = String(client);
  await post(`clients/${client}/update`, {
    version: 0,
    name: nth(1),
    note: ALL.slice(0, 2_000),
    addresses: nth(3),
    dates: [{ day: today.slice(5), title: nth(4) }],
  });
  await post(`inquiries/${ids['/app/inquiries']}/notes`, { text: ALL.slice(0, 2_000) });
  await post('flows/orders', { id: 'planted', name: nth(1), tone: 'teal', group: 'work', writesOffStock: false });
  await post('flows/inquiries', { name: nth(1), tone: 'teal', group: 'work' });
  await post('views', { name: nth(1), query: 'q=x' });
  await post('keys', { name: nth(1), source: 'planted', scopes: ['svc:orders:create'] });
  await post('settings/profile', { name: nth(0), address: nth(1), phone: nth(2), thanks: nth(4), mapCity: nth(5) });
  await addMember(shop.dir, shop.workspaceId, { email: 'two@example.com', role: 'viewer' });
  await post('people', { email: 'new@example.com', role: 'viewer', language: 'en' });
  changeStore(shop, `UPDATE people SET name = '${nth(1)}'`, `UPDATE sessions SET user_agent = '${nth(1)}'`);
  page = await enter(browser, shop, DESKTOP, '/app');
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    console.error('violation: ' + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample);
  })`);
  page.on('dialog', (dialog) => {
    page.complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
});

/** Runs in the page. @returns planted texts that became markup */
const TAKEN_FOR_MORE = `(() => {
  const found = 'planted' in globalThis ? ['it ran'] : [];
  const leads = /^(?:href|src|srcdoc|action|formaction|xlink:href|data|poster|background|ping)$/i;
  for (const one of document.querySelectorAll('*')) {
    if (/^(?:iframe|object|embed|base)$/i.test(one.localName)) found.push(one.localName);
    for (const { name, value } of one.attributes) {
      if (/^on/i.test(name)) found.push(one.localName + ' has ' + name);
      if (leads.test(name) && /^[\\s\\x00-\\x1f]*(?:javascript|vbscript|data:text)/i.test(value)) found.push(name + '=' + value);
      if (leads.test(name) && /evil\\.invalid/.test(value) && one.localName !== 'a') found.push(name + '=' + value);
    }
  }
  return found;
})()`;

const GRAVE = /violation:|^error:|^dialog:|^outside request:|Content Security Policy|TrustedHTML/;

async function expectTexts(page: TestPage): Promise<void> {
  expect(await page.evaluate<string[]>(TAKEN_FOR_MORE)).toEqual([]);
  expect(page.complaints.filter((one) => GRAVE.test(one))).toEqual([]);
}

async function open(path: string): Promise<void> {
  await page.goto(`${shop.url}${path}`);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

const pathOf = (route: string): string =>
  route.replace(/^(.*)\/:id/, (_, before: string) => `${before}/${ids[before]}`).replace(':papers', 'slip');

test('the list of planted texts has at least forty entries', () => expect(PLANTED.length).toBeGreaterThanOrEqual(40));

const told = new Set<string>();

test.each([...PAGES, '/app/nowhere'])('no planted text becomes markup on the page %s', async (route) => {
  await open(pathOf(route));
  await expectTexts(page);
  const text = await page.evaluate<string>('document.documentElement.textContent');
  if (text.includes(RUN)) told.add(route);
});

test('every planted text was shown on a visited page', () => {
  const some = [
    'orders',
    'orders/:id',
    'orders/:id/edit',
    'orders/:id/print/:papers',
    'clients',
    'clients/:id',
    'payments',
  ];
  const more = [
    'deliveries',
    'inquiries',
    'inquiries/:id',
    'stock',
    'stock/:id',
    'webhooks/:id',
    'history',
    'keys',
    'account',
  ];
  const settings = ['settings/statuses', 'settings/stages', 'settings/people', 'settings/workspace', 'reports'];
  expect([...some, ...more, ...settings].filter((one) => !told.has(`/app/${one}`))).toEqual([]);
});

const MORE: readonly (readonly [name: string, path: () => string])[] = [
  ['the gift card', () => `${pathOf('/app/orders/:id/print')}/card`],
  ['the sheet of couriers', () => `/app/print/couriers?ids=${ids['/app/orders']}`],
  ['a list that looks for them', () => `/app/orders?q=${encodeURIComponent(nth(1))}`],
  ['the board', () => '/app/orders?look=board'],
  ['the day', () => `/app/orders?look=day&from=${today}&to=${today}`],
  ['the reference', () => '/docs'],
  ['a search of the manual', () => `/docs/manual/search?q=${encodeURIComponent(ALL.slice(0, 90))}`],
  ['a search of the manual in Russian', () => `/docs/manual/ru/search?q=${encodeURIComponent(nth(2))}`],
];

test.each(MORE)('no planted text becomes markup on %s', async (_, path) => {
  await open(path());
  await expectTexts(page);
});

test('no planted text becomes markup in the dialog that shows a receiver’s answer to a webhook attempt', async () => {
  await receiver.count(1);
  await open(pathOf('/app/webhooks/:id'));
  await page.getByRole('button', { name: EN.why }).first().click();
  await page.locator('dialog pre', { hasText: RUN }).first().waitFor();
  await expectTexts(page);
});

test('no planted text becomes markup in the menus, dialogs and history of an order', async () => {
  const path = pathOf('/app/orders/:id');
  for (const [key, role] of [
    ['s', 'menu'],
    ['p', 'dialog'],
  ] as const) {
    await open(path);
    await page.keyboard.press(key);
    await page.getByRole(role).waitFor();
    await expectTexts(page);
  }
  await open(`${path}/edit`);
  const { deliveryType } = EN.orderPage.fields;
  await page.getByLabel(deliveryType).fill('by bicycle');
  await page.getByRole('button', { name: EN.orderForm.review }).click();
  await page.getByRole('dialog').waitFor();
  await expectTexts(page);
  await page.getByRole('dialog').getByRole('button', { name: EN.save }).click();
  await page.waitForURL(`**${path}`);
  await open('/app/history');
  await page.getByText(EN.history.details).first().click();
  await page.locator('.history ins', { hasText: `${deliveryType}: by bicycle, ` }).waitFor();
  await expectTexts(page);
});

test('no planted text becomes markup in the command palette or its results', async () => {
  await open('/app');
  await page.keyboard.press('Control+k');
  await page.locator('dialog input').fill('planted');
  await page.locator('dialog').getByText(RUN).first().waitFor();
  await expectTexts(page);
});

test('no planted text becomes markup in an HTML mail', async () => {
  await until('the mail of the invitation', () => mails.taken.length > 0);
  for (const mail of mails.taken) {
    await page.goto('about:blank');
    await page.setContent(partOf(mail, 'text/html'));
    expect(await page.evaluate<string[]>(TAKEN_FOR_MORE)).toEqual([]);
    expect(await page.evaluate<string>('document.documentElement.textContent')).toContain('planted=1');
  }
});

test.each(['orders', 'stock', 'clients'])(
  'no planted text becomes markup on the import page for a file of %s',
  async (what) => {
    await open(`/app/${what}/import`);
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const lines = ['number,date,item,price,name,phone', ...PLANTED.map((text) => Array(6).fill(cell(text)).join())];
    for (const heads of [lines[0] ?? '', PLANTED.slice(0, 6).map(cell).join()]) {
      const buffer = Buffer.from([heads, ...lines.slice(1)].join('\r\n'));
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: `${nth(1)}.csv`, mimeType: 'text/csv', buffer });
      await page.getByText(RUN).first().waitFor();
      await expectTexts(page);
      await open(`/app/${what}/import`);
    }
  },
);

// This test must be the last. It makes the page complain, and the other tests expect no such complaints.
test('the check reports a text that a page interprets as markup', async () => {
  await open('/app');
  const put = `const link = document.createElement('a');
    link.setAttribute('href', 'javascript:${RUN}');
    document.body.append(link);
    try { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=${RUN}>') } catch {}`;
  await page.evaluate(put);
  expect(await page.evaluate<string[]>(TAKEN_FOR_MORE)).toEqual([`href=javascript:${RUN}`]);
  await until('the report', () => page.complaints.some((one) => one.includes('violation: ')));
});
