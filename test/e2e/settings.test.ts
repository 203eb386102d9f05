import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { CODE_EN, CODE_RU } from '../../src/dashboard/client/words/code.ts';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { PAGES_EN, type PageWords } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';
import { PAGES_RU } from '../../src/dashboard/client/words/ru/settings-pages.ts';
import { freshCode } from '../support/authenticator.ts';
import { type Form, goByKeys, scriptWith, sharedDesk, type TestPage } from '../support/browser.ts';
import { docketJson } from '../support/docket.ts';
import { changeStore, placeOrder, readStore } from '../support/http-answers.ts';
import { addMember, addWorkspace } from '../support/members.ts';
import { until } from '../support/until.ts';
import { chooseFrom, DESKTOP, enter, look, lookHere, OWNER, signInAs, walk } from '../support/visits.ts';

const { browser, shop } = sharedDesk();
beforeAll(async () => {
  await placeOrder(shop.api, { client: { name: 'Первая' } });
});

const wordsOf = (form: Form) =>
  form.locale === 'ru' ? { w: RU, pages: PAGES_RU, code: CODE_RU } : { w: EN, pages: PAGES_EN, code: CODE_EN };

const change = (sql: string): void => changeStore(shop, sql);

function open(form: Form, path: string): Promise<TestPage> {
  changeStore(shop, 'DELETE FROM recovery_codes', 'DELETE FROM second_factors');
  return enter(browser, shop, form, path);
}

const tab = (page: TestPage, w: typeof EN, name: string) =>
  page.getByRole('navigation', { name: w.settings.title }).getByRole('link', { name, exact: true }).click();

async function tryZone(page: Page, { zone, saved }: typeof EN): Promise<void> {
  const field = page.getByRole('combobox', { name: zone.label });
  const kept = await field.inputValue();
  await field.fill('Nowhere');
  await field.press('Enter');
  await page.getByText(zone.unknown).waitFor();
  await field.fill('+7');
  await page.getByRole('option', { name: 'UTC+7' }).first().waitFor();
  await field.fill('Новосиб');
  await page
    .getByRole('option', { name: /^(Новосибирск|Novosibirsk), UTC\+7/ })
    .and(page.locator(':first-child:last-child'))
    .waitFor();
  await field.press('ArrowDown');
  await field.press('Enter');
  await until('the whole name of the zone', async () =>
    /^(Новосибирск|Novosibirsk), UTC\+7$/.test(await field.inputValue()),
  );
  await page.getByText(zone.unknown).waitFor({ state: 'detached' });
  await field.press('Enter');
  await page.getByText(saved, { exact: true }).waitFor();
  expect(readStore(shop, 'SELECT time_zone FROM workspaces WHERE seq = 1')).toEqual([
    { time_zone: 'Asia/Novosibirsk' },
  ]);
  await field.fill(kept);
  await page.getByRole('option').first().waitFor();
  await field.press('Escape');
}

async function tryWorkspace(page: TestPage, form: Form, pages: PageWords, w: typeof EN): Promise<void> {
  const words = pages.workspace;
  await page.getByRole('heading', { name: words.profile }).waitFor();
  await look(page, form);
  // This installation sells no plans, so the page has no part about the plan.
  await page.getByRole('heading', { name: words.switches }).waitFor();
  expect(await page.getByRole('heading', { name: words.plan, exact: true }).count()).toBe(0);
  await tryZone(page, w);
  const papers = page.getByRole('region', { name: words.papers });
  await papers.getByLabel(words.thanks).fill('Come again!');
  const numbers = page.getByRole('region', { name: words.numbers });
  await numbers.getByLabel(words.prefix).fill('A-');
  await numbers.getByLabel(words.padding).fill('4');
  await numbers.getByLabel(words.next).fill('900');
  await numbers.getByText('A-0902').waitFor();
  // One click saves all settings of the shop.
  const save = page.getByRole('main').getByRole('button', { name: w.save, exact: true });
  expect(await save.count()).toBe(1);
  expect(await page.locator('main button.main').count()).toBe(1);
  await save.click();
  await page.getByText(w.saved, { exact: true }).waitFor();
  expect(readStore(shop, 'SELECT thanks FROM workspaces WHERE seq = 1')).toEqual([{ thanks: 'Come again!' }]);
  expect((await placeOrder(shop.api)).num).toBe('A-0900');
  await page.getByRole('button', { name: `${words.switchOff}: ${words.api.name}` }).click();
  await page.getByRole('heading', { name: words.titleOf(words.api.name, false) }).waitFor();
  await page.getByText((words.keysRefused.one ?? '').replace('#', '1')).waitFor();
  await look(page, form);
  await page.getByRole('dialog').getByRole('button', { name: words.switchOff }).click();
  await page.getByRole('button', { name: `${words.switchOn}: ${words.api.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.switchOn }).click();
  await page.getByRole('button', { name: `${words.switchOff}: ${words.api.name}` }).waitFor();
}

async function tryPeople(page: TestPage, form: Form, pages: PageWords, w: typeof EN): Promise<void> {
  const words = pages.people;
  const email = 'helper@example.com';
  await page.getByRole('button', { name: words.invite, exact: true }).click();
  await page.getByLabel(w.email).fill(email);
  await look(page, form);
  await page.getByRole('button', { name: words.makeLink }).click();
  await page.getByRole('heading', { name: words.linkTitle }).waitFor();
  expect(await page.locator('.secret code').textContent()).toMatch(/\/app\/reset#\S{43}$/);
  await look(page, form);
  await page.getByRole('button', { name: words.gaveIt }).click();
  await page.getByRole('button', { name: `${words.changeRole}: ${email}` }).click();
  await page.getByRole('radio', { name: words.roles.viewer }).check();
  await look(page, form);
  await page.getByRole('dialog').getByRole('button', { name: w.save }).click();
  const card = page.getByRole('listitem').filter({ hasText: email });
  await card.getByText(words.roles.viewer, { exact: true }).waitFor();
  // While the request is under way, the dialog's button is pale.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await look(page, form);
  await card.getByRole('button', { name: `${w.menu.more}: ${email}` }).click();
  // A person who never signed in has no session to end.
  expect(await card.getByRole('menuitem').allTextContents()).toEqual([w.remove]);
  await card.getByRole('menuitem', { name: w.remove }).click();
  await page.getByRole('dialog').getByRole('button', { name: w.remove }).click();
  await card.waitFor({ state: 'detached' });
}

async function tellsWho(page: TestPage, form: Form): Promise<void> {
  const { request, actors } = wordsOf(form).w.orderPage;
  await page.locator('.history-by', { hasText: actors.key }).first().waitFor();
  expect(await page.locator('.history summary', { hasText: request }).count()).toBe(0);
}

async function tryDates(page: TestPage, w: ReturnType<typeof wordsOf>['w']): Promise<void> {
  const from = page.getByLabel(w.orders.from, { exact: true });
  await from.fill('31.2');
  await from.blur();
  await page.getByText(w.noSuchDate('').trim().split(':')[0] ?? '').waitFor();
  expect([await from.inputValue(), new URL(page.url()).searchParams.get('from')]).toEqual(['31.2', null]);
  await from.fill('1.2.2026');
  expect(new URL(page.url()).searchParams.get('from')).toBeNull();
  await from.press('Enter');
  await page.waitForURL(/from=2026-02-01/);
  await page.locator('.date-calendar').first().fill('2026-01-02');
  await page.waitForURL(/from=2026-01-02/);
  await from.fill('');
  await from.blur();
  await page.waitForURL((url) => !url.searchParams.has('from'));
}

async function tryFactor(page: TestPage, form: Form): Promise<void> {
  const { w, pages, code } = wordsOf(form);
  const words = pages.factor;
  await page.goto(`${shop.url}/app/account`);
  await page.getByRole('button', { name: words.confirm }).click();
  await page.getByRole('img', { name: words.picture }).waitFor();
  const secret = ((await page.locator('.secret code').textContent()) ?? '').replaceAll(' ', '');
  await look(page, form);
  await page.getByLabel(words.code).fill(await freshCode(secret));
  await page.getByRole('dialog').getByRole('button', { name: words.confirm }).click();
  await page.getByRole('heading', { name: words.codesTitle }).waitFor();
  const [first = ''] = await page.locator('.account-recovery-codes code').allTextContents();
  await look(page, form);
  await page.getByRole('button', { name: words.saved }).click();
  await page.getByRole('button', { name: words.newCodes }).click();
  await page.getByLabel(words.anyCode).fill(first);
  await look(page, form);
  await page.getByRole('dialog').getByRole('button', { name: words.newCodes }).click();
  await page.getByRole('heading', { name: words.codesTitle }).waitFor();
  const [recovery = ''] = await page.locator('.account-recovery-codes code').allTextContents();
  await page.getByRole('button', { name: words.saved }).click();
  await page.getByRole('button', { name: w.signOut, exact: true }).click();
  await signInAs(page, form);
  await page.getByLabel(code.title).fill('000000');
  await page.getByRole('button', { name: w.signIn }).click();
  await page.getByText(code.wrong).waitFor();
  await look(page, form);
  change('UPDATE second_factors SET last_step = 0');
  await page.getByLabel(code.title).fill(await freshCode(secret));
  await page.getByRole('button', { name: w.signIn }).click();
  await page.getByRole('button', { name: words.turnOff }).click();
  await page.getByLabel(words.anyCode).fill(recovery);
  await look(page, form);
  await page.getByRole('dialog').getByRole('button', { name: words.turnOff }).click();
  await page.getByRole('button', { name: words.confirm }).waitFor();
}

walk('the settings are changed, and the authenticator code is turned on and off', async (form) => {
  change("UPDATE number_series SET prefix = '', padding = 0, next_number = 2");
  change("UPDATE orders SET num = 'old ' || seq WHERE num LIKE 'A-%'");
  change('DELETE FROM memberships WHERE person_seq > 1');
  change('DELETE FROM one_time_links');
  change("DELETE FROM people WHERE email = 'helper@example.com'");
  const { w, pages } = wordsOf(form);
  await using page = await open(form, '/app/settings/workspace');
  await tryWorkspace(page, form, pages, w);
  await tab(page, w, w.settingsNav.people);
  await tryPeople(page, form, pages, w);
  await tab(page, w, w.settingsNav.mail);
  await page.getByText(pages.mail.none).waitFor();
  await look(page, form);
  await tab(page, w, w.settingsNav.system);
  await page.getByRole('heading', { name: pages.system.storage, exact: true }).waitFor();
  await look(page, form);
  await page.goto(`${shop.url}/app/history?kind=keys`);
  await page.getByText(w.history.details).first().click();
  await page.getByText(w.history.fields.scopes).first().waitFor();
  await page.getByText(w.apiKeys.scopes['svc:orders:read']).first().waitFor();
  await chooseFrom(page, w.history.did, w.history.orders);
  await page.waitForURL(/kind=orders/);
  await page.getByText(w.history.actions['order.created']).first().waitFor();
  await tellsWho(page, form);
  await tryDates(page, w);
  await look(page, form);
  await tryFactor(page, form);
  page.excuse(/status of 401/);
});

test('the page asks the user before it discards a typed name', async () => {
  await using page = await open(DESKTOP, '/app/account');
  const asked = page.getByRole('dialog', { name: EN.unsaved.title });
  const stays = async (field: string, press: string | RegExp) => {
    await page.getByLabel(field, { exact: true }).fill('');
    await page.getByLabel(field, { exact: true }).fill('Typed');
    // The typed text makes the page load the dialog about unsaved text, which then listens for clicks.
    await scriptWith(page, 'traverseTo');
    await page.turnTo(DESKTOP);
    await page.getByRole(typeof press === 'string' ? 'link' : 'button', { name: press, exact: true }).click();
    await asked.waitFor();
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    expect(await page.getByLabel(field, { exact: true }).inputValue()).toBe('Typed');
  };
  await stays(EN.person.name, EN.orders.title);
  await page.getByRole('button', { name: EN.person.saveName }).click();
  await page.getByText(EN.person.nameSaved).waitFor();
  await page.locator('.rail').getByRole('link', { name: EN.orders.title }).click();
  await page.getByRole('heading', { name: EN.orders.title, level: 1 }).waitFor();
  await page.goto(`${shop.url}/app/settings/statuses`);
  await stays(EN.flows.orders.fresh, EN.orders.title);
  await stays(EN.flows.orders.fresh, new RegExp(`^${EN.flows.inquiries.title}$`));
});

test('a sign-in in the history shows the person’s name once', async () => {
  await using page = await open(DESKTOP, '/app/history');
  const what = EN.history.actions['person.signed_in'];
  const row = page.locator('main li', { hasText: what }).first();
  const by = await row.locator('.history-by').textContent();
  expect(by).toMatch(/\S/);
  expect(await row.locator('p').first().textContent()).toMatch(new RegExp(`^${what}\\s+${by}$`));
  await page.goto(`${shop.url}/app/settings/system`);
  const last = page.locator('.settings-sizes tbody tr').last();
  await last.getByRole('rowheader', { name: PAGES_EN.retention.kinds.rest }).waitFor();
});

test('one click shows a period of the history with its number of entries', async () => {
  await using page = await open(DESKTOP, '/app/history');
  const periods = page.getByRole('group', { name: EN.money.period });
  await periods.getByRole('button', { name: EN.money.when.all, pressed: true }).waitFor();
  await periods.getByRole('button', { name: EN.money.when.yesterday, exact: true }).click();
  await page.getByText(EN.orders.nothing).waitFor();
  expect(new URL(page.url()).search).toBe('?when=yesterday');
  await periods.getByRole('button', { name: EN.money.when.today, exact: true }).click();
  await page.locator('main li').first().waitFor();
  const rows = await page.locator('.history li').count();
  await page.getByText(new RegExp(`^${rows} entr`)).waitFor();
  expect(await page.getByRole('link', { name: EN.orders.exportCsv }).getAttribute('href')).toMatch(/when=today$/);
  await page.getByLabel(EN.orders.from).fill('01.01.2020');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.search === '?from=2020-01-01');
  await periods.getByRole('button', { name: EN.money.when.all, pressed: false }).waitFor();
});

test('switching between workspaces applies to one tab and keeps nothing of the earlier workspace', async () => {
  const workspaceId = await addWorkspace(shop.dir, 'Вторая лавка');
  await addMember(shop.dir, workspaceId, { email: OWNER.email, role: 'manager' });
  // On a phone the list of workspaces is in the menu's sheet: see menu.test.ts.
  await using page = await open(DESKTOP, '/app/orders');
  page.excuse(/status of 404/);
  await page.getByText('Первая').first().waitFor();
  const listened = page.waitForRequest((request) => request.url().endsWith(`${workspaceId}/live`));
  await page.locator('.menu-brand > button').click();
  await lookHere(page, DESKTOP);
  await page.getByRole('menuitemradio', { name: 'Вторая лавка' }).click();
  await listened;
  await page.locator('.menu-brand', { hasText: 'Вторая лавка' }).waitFor();
  await page.getByRole('heading', { name: EN.orders.title, level: 1 }).waitFor();
  expect(await page.getByText('Первая').count()).toBe(0);
  // A manager may open only one page of the settings.
  await page.getByRole('link', { name: EN.settings.title }).click();
  await page.getByRole('heading', { name: EN.settingsNav.slots }).waitFor();
  expect(await page.getByRole('navigation', { name: EN.settings.title }).count()).toBe(0);
  await page.locator('[name="slots.0.timeStart"]').fill('10');
  await page.locator('[name="slots.0.timeEnd"]').fill('12');
  await page.getByRole('button', { name: EN.orderForm.addSlot }).click();
  // The next slot begins where the previous one ends.
  await page.locator('[name="slots.1.timeEnd"]:focus').fill('14');
  await page.getByRole('button', { name: EN.save, exact: true }).click();
  await page.getByText(EN.orderForm.slotsSaved).waitFor();
  expect(readStore(shop, 'SELECT slots FROM workspaces WHERE seq = 2')).toEqual([
    { slots: '10:00-12:00, 12:00-14:00' },
  ]);
  await lookHere(page, DESKTOP);
  const places = page.locator('.rail nav');
  await page.locator('[name="slots.1.timeEnd"]').fill('09');
  await page.getByText(EN.orderForm.slotOvernight, { exact: true }).waitFor();
  await page.locator('[name="slots.1.capacity"]').fill('7');
  await places.getByRole('link', { name: EN.orders.title }).click();
  const asked = page.getByRole('dialog', { name: EN.unsaved.title });
  await asked.waitFor();
  await lookHere(page, DESKTOP);
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  expect(await page.locator('[name="slots.1.capacity"]').inputValue()).toBe('7');
  const ways = [
    () => page.evaluate('history.back()'),
    async () => {
      await page.locator('main h1').first().click();
      await goByKeys(page, 'g', 'o');
    },
    async () => {
      await page.keyboard.press('Control+KeyK');
      await page.getByRole('option', { name: EN.orders.title, exact: true }).click();
    },
  ];
  for (const leave of ways) {
    await leave();
    await asked.waitFor();
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    expect(await page.locator('[name="slots.1.capacity"]').inputValue()).toBe('7');
  }
  // Each click or key press lets the page block `history.back()` once. Escape may have used up this permission, so the
  // test clicks again.
  await page.locator('main h1').first().click();
  await page.evaluate('history.back()');
  await asked.getByRole('button', { name: EN.unsaved.leave }).click();
  await page.locator('[name="slots.1.capacity"]').waitFor({ state: 'detached' });
  await page.goForward();
  await page.locator('[name="slots.1.capacity"]').fill('7');
  await places.getByRole('link', { name: EN.orders.title }).click();
  await asked.getByRole('button', { name: EN.unsaved.leave }).click();
  await page.getByRole('heading', { name: EN.orders.title, level: 1 }).waitFor();
  await places.getByRole('link', { name: EN.settings.title }).click();
  await page.locator('[name="slots.1.timeEnd"]').waitFor();
  await places.getByRole('link', { name: EN.orders.title }).click();
  await page.getByRole('heading', { name: EN.orders.title, level: 1 }).waitFor();
  for (const hidden of ['statuses', 'workspace']) {
    await page.goto(`${shop.url}/app/settings/${hidden}`);
    await page.getByRole('heading', { name: EN.menu.owners }).waitFor();
  }
  await page.goto(`${shop.url}/app/orders`);
  await page.reload();
  await page.locator('.menu-brand', { hasText: 'Вторая лавка' }).waitFor();
  await page.goto(`${shop.url}/app/orders?workspace=${shop.workspaceId}`);
  await page.locator('.menu-brand', { hasText: 'Test shop' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByText('Первая').first().waitFor();
  await page.goto(`${shop.url}/app/orders?workspace=${workspaceId}`);
  await page.locator('.menu-brand', { hasText: 'Вторая лавка' }).waitFor();
  change(`DELETE FROM memberships WHERE workspace_seq = 2 AND person_seq = 1`);
  await docketJson(['workspace', 'update', workspaceId, '--data', shop.dir, '--name', 'Third']);
  await page.reload();
  await page.getByText('Первая').first().waitFor();
});

test('open settings show the next order number after new orders arrive, and can still be saved', async () => {
  await using page = await open(DESKTOP, '/app/settings/workspace');
  const { pages } = wordsOf(DESKTOP);
  const next = page.locator('input[name="next"]');
  const shown = async (): Promise<number> => Number((await next.inputValue()).replaceAll(/\D/g, ''));
  const before = await shown();
  const numbers = await Promise.all(['a', 'b', 'c'].map(async () => (await placeOrder(shop.api)).num));
  expect(numbers).toHaveLength(3);
  const save = async (phone: string): Promise<void> => {
    await page.getByLabel(pages.workspace.phone).fill(phone);
    await page.getByRole('button', { name: EN.save, exact: true }).click();
    await page.getByText(EN.saved, { exact: true }).waitFor();
  };
  await save('+7 912 345-67-89');
  await until('the next number', async () => (await shown()) >= before + 3);
  expect(await page.locator('input[name="goesBack"]').count()).toBe(0);
  await save('+7 912 345-67-90');
  expect(readStore(shop, 'SELECT phone FROM workspaces WHERE seq = 1')).toEqual([{ phone: '+7 912 345-67-90' }]);
});
