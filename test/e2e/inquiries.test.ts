import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { REFUSALS_EN } from '../../src/dashboard/client/words/en/refusals.ts';
import { WORKSPACE_EN } from '../../src/dashboard/client/words/en/workspace.ts';
import { type Form, goByKeys, sharedBrowser } from '../support/browser.ts';
import { docketJson, openShop, type Shop } from '../support/docket.ts';
import { changeStore, expectOk, readStore } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { chooseFrom, DESKTOP, enter, formNamed, look, ruleWords, walk, wordsOf } from '../support/visits.ts';

const PHONE = formNamed('phone, dark, en');
const DAY_MS = 86_400_000;
const w = EN.inquiries;

const browser = sharedBrowser();

const submit = async (shop: Shop, payload: unknown): Promise<string> =>
  expectOk(await shop.api.post('/api/v1/inquiries', { payload })).id;
const stageOf = (shop: Shop, id: string): unknown =>
  readStore(shop, 'SELECT stage_id FROM inquiries WHERE lower(hex(id)) = ?', id.replaceAll('-', ''))[0]?.['stage_id'];
const cardOf = (page: Page, name: string) => page.locator('.board-card', { has: page.getByRole('link', { name }) });
const column = (page: Page, name: string) => page.getByRole('region', { name });
const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement?.textContent ?? ""') as Promise<string>;

async function journey(form: Form): Promise<void> {
  await using shop = await openShop();
  const words = wordsOf(form);
  const own = words.inquiries;
  await using page = await enter(browser, shop, form, '/app/inquiries');
  const phone = form.size.width < 721;
  await page.getByRole('heading', { name: own.empty }).waitFor();
  await look(page, form, 'empty');
  await page.getByRole('button', { name: own.sendSample }).click();
  await page.locator('.board-card').waitFor();
  await look(page, form, 'sample');
  await page.getByRole('link', { name: own.setUp }).click();
  const { flows } = words;
  await page.getByLabel(flows.inquiries.fresh).fill('Quoted');
  await look(page, form, 'settings');
  await page.getByRole('button', { name: flows.inquiries.add, exact: true }).click();
  const quoted = page.locator('.flows-step:nth-child(3)[aria-label="Quoted"]');
  await quoted.waitFor();
  expect(await quoted.locator('.flows-tone .dot').getAttribute('class')).toBe('dot teal');
  await page.goto(`${shop.url}/app/inquiries`);
  await page.locator('.board-card').waitFor();
  const old = await submit(shop, { name: 'Old one', message: 'long ago' });
  changeStore(
    shop,
    `UPDATE inquiries SET created_at = created_at - ${3 * DAY_MS}, updated_at = updated_at - ${3 * DAY_MS}
     WHERE lower(hex(id)) = '${old.replaceAll('-', '')}'`,
  );
  await page.reload();
  await cardOf(page, 'Old one')
    .getByText(form.locale === 'ru' ? 'ждёт 3 дня' : 'waiting 3 days')
    .waitFor();
  await look(page, form, 'board');
  // Moves the card by keyboard. Phones are tested too, because a phone may have a keyboard.
  await cardOf(page, 'Old one').getByRole('link', { name: 'Old one' }).focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Quoted' }).waitFor();
  await look(page, form, 'move');
  await page.keyboard.press('3');
  await page.getByRole('status').getByText(`${own.movedTo} Quoted, 1 ${own.placeOf} 1`).waitFor();
  if (phone) {
    await chooseFrom(page, own.stage, 'Quoted (1)');
    expect(await page.locator('.board > section:visible').count()).toBe(1);
  }
  await cardOf(page, 'Old one').getByRole('link', { name: 'Old one' }).click();
  await page.getByRole('heading', { name: 'Old one' }).waitFor();
  await page.getByLabel(own.newNote).fill('Called back');
  await page.getByRole('button', { name: own.addNote }).click();
  await page.locator('.inquiries-notes').getByText('Called back').waitFor();
  // The page may show the note before the server answers. Until the server answers, the page asks before it leaves the
  // typed text.
  await page.locator('.toasts').getByText(own.noteAdded).waitFor();
  await page.getByText(own.raw).click();
  await page.locator('.inquiries-raw pre').waitFor();
  await look(page, form, 'inquiry');
  await page.getByRole('link', { name: own.makeOrder }).click();
  await page.getByText(own.fromWhat).waitFor();
  await look(page, form, 'form');
  await page.getByLabel(words.orderPage.itemName).fill('Roses');
  await page.getByLabel(words.orderPage.fields.price, { exact: true }).first().fill('100');
  await page.getByRole('button', { name: words.orderForm.saveOrder }).click();
  await page.locator('summary', { hasText: words.orderPage.cameFrom }).click();
  await page.getByRole('link', { name: own.fromInquiry }).click();
  await page
    .getByRole('link', { name: `${own.order} 1` })
    .first()
    .waitFor();
  await look(page, form, 'with its order');
}

walk('the pages from an empty board to an order are readable and accessible', journey);

test('an inquiry from the API appears within a second and becomes an order by keyboard alone', async () => {
  await using shop = await openShop();
  await submit(shop, { name: 'First' });
  await using page = await enter(browser, shop, DESKTOP, '/app');
  await page.getByRole('heading', { name: EN.start.overview }).waitFor();
  // Shortcuts depend on the position of a key: on a Russian layout these keys write «п» and «ш».
  await goByKeys(page, 'g', 'i');
  await cardOf(page, 'First').waitFor();
  // The page's clock is stopped meanwhile, so the card must come by a notification, not by a poll.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await submit(shop, {
    name: 'Olga',
    phone: '+79123456789',
    email: 'o@example.com',
    message: 'Peonies?',
    form_id: 'block-82',
  });
  await column(page, 'New').locator('.board-card', { hasText: 'Olga' }).waitFor();
  await page.clock.resume();
  await page.locator('.menu-untouched', { hasText: '2' }).waitFor();
  await page.keyboard.press('j');
  expect(await focused(page)).toBe('Olga');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe('First');
  await page.keyboard.press('k');
  await page.keyboard.press('m');
  await page.getByRole('menu', { name: EN.flows.board.move }).waitFor();
  await page.keyboard.press('2');
  await page.getByRole('status').getByText(`${w.movedTo} In work, 1 of 1`).waitFor();
  await column(page, 'In work').locator('.board-card', { hasText: 'Olga' }).waitFor();
  expect(await focused(page)).toBe('Olga');
  await page.keyboard.press('h');
  expect(await focused(page)).toBe('First');
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toBe('Olga');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Olga' }).waitFor();
  // The list leaves out name, phone and e-mail, because the page shows them above. It also leaves out `form_id`, which
  // only developers need.
  expect(await page.locator('.inquiries-payload dt').allTextContents()).toEqual([w.payloadNames.message]);
  await page.keyboard.press('m');
  await page.getByRole('menu', { name: w.stage }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu', { name: w.stage }).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: w.makeOrder }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(w.fromWhat).waitFor();
  const client = page.getByRole('group', { name: EN.orderPage.clientTitle });
  for (const [label, value] of [
    [EN.orderPage.fields.name, 'Olga'],
    [EN.orderPage.fields.phone, '+79123456789'],
    [EN.orderPage.fields.email, 'o@example.com'],
  ] as const) {
    // The fields of the form appear a moment before their values.
    const field = client.getByLabel(label, { exact: true });
    await until(`${value} in the form`, async () => (await field.inputValue()) === value);
  }
  expect(await page.getByLabel(EN.orderForm.forAll, { exact: true }).inputValue()).toBe('Peonies?');
  await page.getByLabel(EN.orderPage.itemName).focus();
  await page.keyboard.type('Peonies');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('500');
  await page.keyboard.press('Enter');
  await page.locator('summary', { hasText: EN.orderPage.cameFrom }).click();
  await page.getByRole('link', { name: w.fromInquiry }).waitFor();
  expect(await page.evaluate('scrollY')).toBe(0);
  // Back does not lead to the form that has been sent.
  await page.goBack();
  await page.getByRole('heading', { name: 'Olga' }).waitFor();
  await page.goto(page.url().replace('/inquiries/', '/orders/new?inquiry='));
  const made = page.locator('.note', { hasText: w.madeBefore });
  await made.getByRole('link', { name: w.makeSecond }).waitFor();
  expect(await page.getByRole('button', { name: EN.orderForm.saveOrder }).count()).toBe(0);
  await made.getByRole('link', { name: `${w.order} 1` }).click();
  await page.locator('summary', { hasText: EN.orderPage.cameFrom }).waitFor();
  expect(readStore(shop, 'SELECT num, client, additional FROM orders')).toEqual([
    {
      num: '1',
      client: '{"name":"Olga","phone":"+79123456789","email":"o@example.com"}',
      additional: '{"comment":"Peonies?"}',
    },
  ]);
});

test('the board focuses the last viewed card when the user returns to the board', async () => {
  await using shop = await openShop();
  for (const name of ['One', 'Two', 'Three']) await submit(shop, { name });
  await using page = await enter(browser, shop, DESKTOP, '/app/inquiries');
  await cardOf(page, 'One').getByRole('link', { name: 'One' }).click();
  // The name must match exactly: the stage “Done” has a heading too.
  await page.getByRole('heading', { name: 'One', exact: true }).waitFor();
  await page.goBack();
  await page.locator('.board-card-top > a:focus', { hasText: 'One' }).waitFor();
});

test('the order form links to an order that another tab has created from the same inquiry, and keeps the typed text', async () => {
  await using shop = await openShop();
  const id = await submit(shop, { name: 'Olga' });
  await using page = await enter(browser, shop, DESKTOP, '/app');
  const form = `${shop.url}/app/orders/new?inquiry=${id}`;
  page.excuse(/status of 409/);
  const filled = async (page: Page) => {
    await page.goto(form);
    await page.getByText(w.fromWhat).waitFor();
    await page.getByLabel(EN.orderPage.itemName).fill('Roses');
    await page.getByLabel(EN.orderPage.fields.price, { exact: true }).first().fill('100');
    return page.getByRole('button', { name: EN.orderForm.saveOrder });
  };
  const late = await filled(page);
  const other = await page.context().newPage();
  await (await filled(other)).click();
  await other.locator('summary', { hasText: EN.orderPage.cameFrom }).waitFor();
  await late.click();
  await page
    .locator('.note')
    .getByRole('link', { name: `${w.order} 1` })
    .waitFor();
  expect(await page.getByLabel(EN.orderPage.itemName).inputValue()).toBe('Roses');
  expect(readStore(shop, 'SELECT num FROM orders')).toEqual([{ num: '1' }]);
});

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 5, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
}
const middle = async (locator: ReturnType<Page['locator']>): Promise<{ x: number; y: number }> => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('Escape returns a dragged card, and a drop below the end of a column moves the card into that column', async () => {
  await using shop = await openShop();
  const id = await submit(shop, { name: 'Olga', message: 'Peonies?' });
  await using page = await enter(browser, shop, DESKTOP, '/app/inquiries');
  const text = cardOf(page, 'Olga').locator('.inquiries-excerpt');
  await text.waitFor();
  await drag(page, await middle(text), await middle(column(page, 'Done')));
  await page.locator('.board > .board-over', { hasText: 'Done' }).waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(stageOf(shop, id)).toBe('stage-new');
  // The empty column is short, and the card is dropped below its end.
  const done = await middle(column(page, 'Done'));
  await drag(page, await middle(cardOf(page, 'Olga').getByRole('link')), { x: done.x, y: done.y + 300 });
  await page.mouse.up();
  await page.getByRole('status').getByText(`${w.movedTo} Done, 1 of 1`).waitFor();
  expect(stageOf(shop, id)).toBe('stage-done');
  // The click that ends a drag opens nothing.
  expect(new URL(page.url()).pathname).toBe('/app/inquiries');
  await page.getByRole('button', { name: EN.undo }).click();
  await column(page, 'New').locator('.board-card', { hasText: 'Olga' }).waitFor();
  await page.getByRole('status').getByText(`${w.movedTo} New, 1 of 1`).waitFor();
  expect(stageOf(shop, id)).toBe('stage-new');
});

test('a long press on the handle drags a card to the stages at the bottom of the phone', async () => {
  await using shop = await openShop();
  const id = await submit(shop, { name: 'Olga' });
  await using page = await enter(browser, shop, PHONE, '/app/inquiries');
  const handle = cardOf(page, 'Olga').locator('.drag-handle');
  await handle.waitFor();
  const at = await middle(handle);
  const touch = (type: string, { x, y }: { x: number; y: number }): Promise<unknown> =>
    page.evaluate(
      `document.elementFromPoint(${at.x}, ${at.y}).dispatchEvent(new PointerEvent('${type}', { bubbles: true, pointerId: 7, pointerType: 'touch', button: 0, clientX: ${x}, clientY: ${y} }))`,
    );
  await touch('pointerdown', at);
  await page.locator('.board-drop-bar').waitFor();
  const target = await middle(page.locator('.board-drop-bar').getByText('In work'));
  await touch('pointermove', target);
  await page.locator('.board-drop-bar .board-over').waitFor();
  await touch('pointerup', target);
  await page.getByRole('status').getByText(`${w.movedTo} In work, 1 of 1`).waitFor();
  expect(stageOf(shop, id)).toBe('stage-in-work');
  await page.getByText(w.emptyStage).first().waitFor();
});

test('on a tablet, a card’s menu is next to its name, and its drag handle is large enough', async () => {
  await using shop = await openShop();
  await submit(shop, { name: 'Константин Константинопольский' });
  const tablet = { ...PHONE, size: { width: 768, height: 1024 } };
  await using page = await enter(browser, shop, tablet, '/app/inquiries', undefined, { withTouch: true });
  const card = cardOf(page, 'Константин');
  await card.waitFor();
  const parts = ['.board-card-top bdi', '[aria-haspopup]', '.drag-handle'].map((part) => card.locator(part));
  const [whole, name, menu, handle] = await Promise.all([card, ...parts].map((one) => one.boundingBox()));
  if (!whole || !name || !menu || !handle) throw new Error('a part of the card is not there');
  const [right, bottom] = [whole.x + whole.width + 1, whole.y + whole.height + 1];
  for (const { x, y, width, height } of [menu, handle]) {
    expect([width >= 44, height >= 44, x + width <= right, y + height <= bottom]).toEqual([true, true, true, true]);
  }
  expect(name.x + name.width).toBeLessThanOrEqual(menu.x + 12);
  // The menu is on the first line of the name.
  expect(menu.y).toBeLessThan(name.y + 24);
});

test('a move is reverted with a notice if somebody else moved the card first', async () => {
  await using shop = await openShop();
  await submit(shop, { name: 'Olga' });
  await using page = await enter(browser, shop, DESKTOP, '/app/inquiries');
  await cardOf(page, 'Olga').waitFor();
  page.excuse(/status of 412/);
  // The other change comes while the move is under way. If it came earlier, the board would close the menu of the card.
  await page.route(/\/move$/, async (route) => {
    changeStore(shop, "UPDATE inquiries SET version = 2, stage_id = 'stage-in-work'");
    await route.continue();
  });
  await cardOf(page, 'Olga')
    .getByRole('button', { name: `${EN.flows.board.move}: Olga` })
    .click();
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await page.getByRole('status').getByText(String(REFUSALS_EN.inquiry_changed)).waitFor();
  await column(page, 'In work').locator('.board-card', { hasText: 'Olga' }).waitFor();
  expect(await column(page, 'Done').locator('.board-card').count()).toBe(0);
});

const HOSTILE = '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">';

test('the keys and values of a hostile payload are shown as plain text, even if it is very deep or wide', async () => {
  await using shop = await openShop();
  let deep: unknown = { end: HOSTILE };
  for (let at = 0; at < 18; at += 1) deep = { [`level${at}`]: deep };
  const wide = Array.from({ length: 4 }, (_, part) =>
    Object.fromEntries(Array.from({ length: 250 }, (_one, at) => [`k${part}-${at}`, at])),
  );
  const id = await submit(shop, {
    name: HOSTILE,
    [HOSTILE]: HOSTILE,
    __proto__x: '‮evil',
    message: 'x'.repeat(16_384),
    wide,
  });
  const nested = await submit(shop, { name: 'Deep', city: 'Perm', flowers: ['roses', 'tulips'], deep });
  await using page = await enter(browser, shop, PHONE, '/app/inquiries');
  await cardOf(page, HOSTILE).waitFor();
  const calm = async (): Promise<void> => {
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')).toBe(
      false,
    );
  };
  await calm();
  await page.goto(`${shop.url}/app/inquiries/${id}`);
  await page.locator('.inquiries-payload dt', { hasText: HOSTILE }).waitFor();
  await page.locator('.inquiries-payload .inquiries-text', { hasText: HOSTILE }).first().waitFor();
  expect(await page.locator('.inquiries-payload dt').count()).toBeLessThan(200);
  await page.getByText('250 fields').first().click();
  await page.getByRole('button', { name: 'Show 200 more' }).click();
  await page.getByText('k0-249').waitFor();
  await page.getByText(w.raw).click();
  await page.locator('.inquiries-raw pre').waitFor();
  await calm();
  await page.goto(`${shop.url}/app/inquiries/${nested}`);
  await page.locator('.inquiries-payload dt', { hasText: /^City$/ }).waitFor();
  await page.locator('.inquiries-payload .inquiries-text', { hasText: HOSTILE }).waitFor();
  await page.locator('.inquiries-payload dt', { hasText: /^2$/ }).waitFor();
  // A field's name has a title only if the page shows the name differently than it was sent: "City" for "city".
  expect(
    await page.locator('.inquiries-payload dt [title]').evaluateAll((all) => all.map(({ title }) => title)),
  ).toEqual(['city']);
  await calm();
  await page.getByRole('link', { name: w.makeOrder }).click();
  await page.getByText(w.fromWhat).waitFor();
  await calm();
});

test('an inquiry with hundreds of notes shows how many changes precede the visible ones', async () => {
  await using shop = await openShop();
  const id = await submit(shop, { name: 'Anna' });
  changeStore(
    shop,
    `WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 301)
     INSERT INTO inquiry_history (inquiry_seq, number, kind, actor_type, note, at) SELECT 1, n, 'noted', 'system', 'note ' || n, 0 FROM numbers`,
  );
  await using page = await enter(browser, shop, PHONE, `/app/inquiries/${id}`);
  const said = page.getByText(EN.orderPage.earlierChanges(101));
  // The number of earlier changes appears twice on the page: after the notes and after the history.
  await said.nth(1).waitFor();
  expect(await page.getByText('note 102', { exact: true }).count()).toBe(1);
  expect(await page.getByText('note 101', { exact: true }).count()).toBe(0);
  await look(page, PHONE, 'many-notes');
});

test('the page of inquiries links to the switch for inquiries and has no “Send a sample” button while inquiries are off', async () => {
  await using shop = await openShop(['--environment', 'production']);
  await using page = await enter(browser, shop, DESKTOP, '/app/inquiries');
  await page.getByText(w.off.dev_environment_only).waitFor();
  await page.getByText(EN.forDevelopers).click();
  await page.getByText('docket serve --environment dev').waitFor();
  await page.getByRole('heading', { name: w.empty }).waitFor();
  expect(await page.getByRole('button', { name: w.sendSample }).count()).toBe(0);
  await docketJson(['workspace', 'update', shop.workspaceId, '--data', shop.dir, '--inquiries', 'off']);
  await page.reload();
  await page.getByText(w.off.inquiries_disabled).waitFor();
  await page.locator('.empty').getByRole('link', { name: EN.openInSettings }).click();
  const { name } = WORKSPACE_EN.inquiries;
  await page.getByRole('button', { name: `${WORKSPACE_EN.switchOn}: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: WORKSPACE_EN.switchOn }).click();
  // “On” would claim that inquiries come in, although none can.
  await page.locator('.chip', { hasText: WORKSPACE_EN.notHere }).waitFor();
  expect(await page.getByRole('button', { name: `${WORKSPACE_EN.switchOff}: ${name}` }).count()).toBe(0);
});

test('the addresses of statuses and stages both lead to one settings page', async () => {
  await using shop = await openShop();
  await using page = await enter(browser, shop, DESKTOP, '/app/settings/stages');
  const own = EN.flows;
  const more = (name: string) => page.getByRole('button', { name: `${own.more}: ${name}`, exact: true });
  const shows = (name: string) => page.getByRole('button', { name, exact: true, pressed: true }).waitFor();
  await shows(own.inquiries.title);
  await more('In work').waitFor();
  const tab = page.getByRole('link', { name: EN.settingsNav.statuses, exact: true });
  expect(await tab.getAttribute('aria-current')).toBe('page');
  await page.getByRole('button', { name: own.orders.title, exact: true }).click();
  await shows(own.orders.title);
  await more('In progress').waitFor();
  expect(await more('In work').count()).toBe(0);
  expect([new URL(page.url()).pathname, await tab.getAttribute('aria-current')]).toEqual([
    '/app/settings/statuses',
    'page',
  ]);
});

test('the card settings of inquiries appear only after the stages have loaded', async () => {
  await using shop = await openShop();
  await using page = await enter(browser, shop, DESKTOP, '/app/settings/workspace');
  const stages = Promise.withResolvers<void>();
  await page.route('**/flows/inquiries', async (route) => {
    await stages.promise;
    return route.continue();
  });
  const cards = page.waitForResponse('**/inquiry-settings').then((answer) => answer.finished());
  await page.goto(`${shop.url}/app/settings/stages`);
  await cards;
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  expect(await page.getByRole('heading', { name: w.cardsTitle }).count()).toBe(0);
  stages.resolve();
  await page.getByRole('heading', { name: w.cardsTitle }).waitFor();
});

test('deleting a stage moves its cards to the stage that the user chooses, on the page and on the server', async () => {
  await using shop = await openShop();
  const id = await submit(shop, { name: 'Olga' });
  await using page = await enter(browser, shop, DESKTOP, '/app/settings/stages');
  page.excuse(/status of 422/);
  const own = EN.flows;
  const rows = page.locator('.flows-step');
  await page.getByRole('button', { name: `${own.more}: New` }).click();
  await page.getByRole('button', { name: `${own.remove} New` }).click();
  await page
    .getByRole('group', { name: /It has 1 inquiry/ })
    .getByLabel('Done')
    .check();
  await page.getByRole('dialog').getByRole('button', { name: own.remove }).click();
  await page.getByRole('status').getByText(own.removed('New')).waitFor();
  await rows.nth(2).waitFor({ state: 'detached' });
  expect(await rows.count()).toBe(2);
  expect(stageOf(shop, id)).toBe('stage-done');
  await page.getByLabel(own.inquiries.fresh).fill('done');
  await page.getByRole('button', { name: own.inquiries.add, exact: true }).click();
  await page.getByRole('alert').getByText(ruleWords('en', 'step_name_taken')).waitFor();
});
