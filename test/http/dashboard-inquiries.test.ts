import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { FORM_SNIPPET, serverSnippet } from '../../src/dashboard/client/features/inquiries/snippets.ts';
import { docketJson } from '../support/docket.ts';
import { changeStore, expectFailure, expectOk, placeOrder, rulesOf } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();

const submit = async (payload: unknown): Promise<string> =>
  expectOk(await shop.api.post('/api/v1/inquiries', { payload })).id;
const pageOf = async (id: string) => expectOk(await owner.get(`${shop.base}/inquiries/${id}`)).inquiry;
const boardOf = async () => expectOk(await owner.get(`${shop.base}/inquiries/board`));
const FORM = {
  date: '2026-03-08',
  products: [{ name: 'Роза', quantity: 3, price: 120.5 }],
  client: { name: 'Анна', phone: '+79123456789' },
};

test('an inquiry from the API is on the first stage, and its page names its Idempotency-Key and request', async () => {
  const answer = await shop.api.post(
    '/api/v1/inquiries',
    { payload: { имя: 'Анна', телефон: '+79123456789', вопрос: 'Есть пионы?' } },
    { 'Idempotency-Key': 'form-17' },
  );
  const { id } = expectOk(answer);
  const { columns, off } = await boardOf();
  expect(off).toBeNull();
  expect(columns[0]).toMatchObject({ id: 'stage-new', tone: 'new', group: 'new' });
  expect(columns[0].cards[0]).toMatchObject({
    id,
    version: 1,
    source: 'site',
    hasOrder: false,
    title: 'Анна',
    phone: '+79123456789',
    text: 'Есть пионы?',
  });
  const inquiry = await pageOf(id);
  expect(inquiry).toMatchObject({ version: 1, idempotencyKey: 'form-17', source: 'site', order: null });
  expect(inquiry.earlier).toBe(0);
  expect(inquiry.history).toEqual([
    expect.objectContaining({ kind: 'created', actorType: 'key', requestId: answer.body.requestId }),
  ]);
});

test.each([
  ['no stage', { stageId: '' }, 'stageId'],
  ['a stage that is not there', { stageId: 'stage-x' }, 'stageId'],
  ['a version that none has', { stageId: 'stage-done', expectedVersion: 0 }, 'expectedVersion'],
])('moving an inquiry to %s is refused with the name of the field', async (_what, body, path) => {
  const id = await submit({ name: 'R' });
  const details = expectFailure(await owner.post(`${shop.base}/inquiries/${id}/move`, body), 422, 'validation_failed');
  expect(details.map((issue: { path: string }) => issue.path)).toContain(path);
});

test('an inquiry’s order form creates a single order, however often it is sent', async () => {
  const id = await submit({ name: 'Анна', phone: '+79123456789' });
  const [body, sentUnder] = [FORM, { 'idempotency-key': crypto.randomUUID() }];
  const answers = await Promise.all(
    [1, 2, 3].map(() => owner.post(`${shop.base}/inquiries/${id}/order`, body, sentUnder)),
  );
  const orders = new Set(answers.map((answer) => expectOk(answer).id));
  expect(orders.size).toBe(1);
  const [orderId = ''] = orders;
  expect(expectOk(await owner.get(`${shop.base}/orders/${orderId}`)).inquiryId).toBe(id);
  const inquiry = await pageOf(id);
  expect(inquiry.order).toMatchObject({ id: orderId, deleted: false });
  expect(inquiry.history.filter(({ kind }: { kind: string }) => kind === 'order_made')).toHaveLength(1);
  expectFailure(await owner.post(`${shop.base}/inquiries/${id}/order`, FORM), 409, 'inquiry_has_order');
  const plain = await placeOrder(shop.api);
  expect(expectOk(await owner.get(`${shop.base}/orders/${plain.id}`)).inquiryId).toBeNull();
  expect(expectOk(await shop.api.get(`/api/v1/orders/${orderId}`))).toMatchObject({ client: { name: 'Анна' } });
});

test('a stage is added, renamed, reordered and deleted, and the settings history shows it', async () => {
  const stages = `${shop.base}/flows/inquiries`;
  const { id } = expectOk(await owner.post(stages, { name: 'Quoted', tone: 'teal', group: 'work' }));
  expectOk(await owner.post(`${stages}/${id}/update`, { name: 'Offer', group: 'done' }));
  const { steps } = expectOk(await owner.get(stages));
  expect(steps[2]).toMatchObject({ id, name: 'Offer', tone: 'teal', group: 'done', count: 0 });
  expectOk(await owner.post(`${stages}/order`, { ids: [id, 'stage-new', 'stage-in-work', 'stage-done'] }));
  const inquiry = await submit({ name: 'S' });
  expect((await pageOf(inquiry)).stageId).toBe(id);
  const refused = expectFailure(await owner.post(`${stages}/${id}/remove`, {}), 422, 'validation_failed');
  expect(refused[0]).toMatchObject({ path: 'to', rule: 'stage_other' });
  expect(expectOk(await owner.post(`${stages}/${id}/remove`, { to: 'stage-new' }))).toEqual({ moved: 1 });
  expect(await pageOf(inquiry)).toMatchObject({ stageId: 'stage-new', version: 2 });
  const rows = expectOk(await owner.get(`${shop.base}/history?kind=settings`)).rows;
  const [before, after] = [
    ['New', 'In work', 'Offer', 'Done'],
    ['Offer', 'New', 'In work', 'Done'],
  ];
  const [teal, work] = [
    { from: null, to: 'teal' },
    { from: null, to: 'work' },
  ];
  expect(rows.slice(0, 4)).toMatchObject([
    { action: 'inquiry_stage.removed' },
    { action: 'inquiry_stage.reordered', changes: { order: { from: before, to: after } } },
    { action: 'inquiry_stage.updated', changes: { name: { from: 'Quoted', to: 'Offer' }, group: { to: 'done' } } },
    { action: 'inquiry_stage.added', changes: { name: { from: null, to: 'Quoted' }, tone: teal, group: work } },
  ]);
  const named = rows.filter(({ subject }: { subject: string }) => subject === id);
  expect(named.map(({ subjectName }: { subjectName: string }) => subjectName)).toEqual(['Offer', 'Offer', 'Offer']);
  expectFailure(await owner.post(stages, { name: 'X', tone: '#ff0000', group: 'work' }), 422, 'validation_failed');
});

test('the inquiry settings list the paths of received payloads, and a card’s title comes from the chosen path', async () => {
  await submit({ answers: [{ q: 'Как вас зовут?', a: 'Ольга' }], name: 'form 1' });
  const settings = { titlePath: 'answers.0.a', phonePath: null, textPath: null, staleHours: 48 };
  expectOk(await owner.post(`${shop.base}/inquiry-settings`, settings));
  const found = expectOk(await owner.get(`${shop.base}/inquiry-settings`));
  expect(found.settings).toEqual(settings);
  expect(found.seen).toContainEqual({ path: 'answers.0.a', example: 'Ольга' });
  const board = await boardOf();
  expect(board.settings.staleHours).toBe(48);
  expect(board.columns[0].cards[0].title).toBe('Ольга');
  const bad = await owner.post(`${shop.base}/inquiry-settings`, { ...settings, titlePath: 'a..b', staleHours: 0 });
  expect(rulesOf(bad)).toEqual(['titlePath dotted_names', 'staleHours whole_between']);
  expectOk(await owner.post(`${shop.base}/inquiry-settings`, { ...settings, titlePath: null, staleHours: 24 }));
});

test.each([
  ['--inquiries', 'off', 'inquiries_disabled'],
  ['--api', 'off', 'api_disabled'],
  ['--plan', 'free', 'plan_required'],
])(
  'with %s %s the board stays readable and names the reason why a sample inquiry is refused',
  async (flag, value, code) => {
    const on = { '--inquiries': 'on', '--api': 'on', '--plan': 'pro' }[flag] ?? '';
    const set = (to: string) => docketJson(['workspace', 'update', shop.workspaceId, '--data', shop.dir, flag, to]);
    await set(value);
    const board = await boardOf();
    expect(board.off).toBe(code);
    expect(board.columns[0].cards.length).toBeGreaterThan(0);
    expectFailure(await owner.post(`${shop.base}/inquiries/sample`, {}), 403, code);
    await set(on);
    expect((await boardOf()).off).toBeNull();
  },
);

test('a sample inquiry looks like one from a form, in the reader’s language', async () => {
  const { id } = expectOk(await owner.post(`${shop.base}/inquiries/sample`, {}));
  expect(await pageOf(id)).toMatchObject({
    source: '@dashboard',
    card: { title: 'Anna Smith', phone: '+7 912 000-00-00' },
  });
  changeStore(shop, "UPDATE people SET language = 'ru'");
  const ru = expectOk(await owner.post(`${shop.base}/inquiries/sample`, {}));
  expect((await pageOf(ru.id)).card).toMatchObject({ title: 'Анна Смирнова', phone: '+7 912 000-00-00' });
  changeStore(shop, "UPDATE people SET language = 'en'");
});

test('the sample server program forwards a website’s form, and contains no API key', async () => {
  const code = serverSnippet(shop.url);
  for (const text of [code, FORM_SNIPPET]) expect(text).not.toMatch(/dk_|docket_key=/i);
  expect(FORM_SNIPPET).not.toContain('api/v1');
  const file = join(shop.dir, 'form.mjs');
  await Bun.write(
    file,
    code.replace('.listen(3000);', '.listen(0, function () { console.log(this.address().port); });'),
  );
  const child = Bun.spawn([process.execPath, file], {
    env: { DOCKET_KEY: shop.key },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  try {
    const { value } = await child.stdout.getReader().read();
    const port = Number(new TextDecoder().decode(value));
    const body = new URLSearchParams({ name: 'Олег', phone: '+79991112233', message: 'Розы?' });
    expect((await fetch(`http://127.0.0.1:${port}/contact`, { method: 'POST', body })).status).toBe(200);
  } finally {
    child.kill();
    await child.exited;
  }
  const [newest] = (await boardOf()).columns[0].cards;
  expect(newest).toMatchObject({ title: 'Олег', phone: '+79991112233', text: 'Розы?', source: 'site' });
});
