import { expect, test } from 'bun:test';
import { docket, docketJson } from '../support/docket.ts';
import { changeStore, expectFailure, expectOk } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';
import { until } from '../support/until.ts';

const { shop, owner } = sharedShop();

const newest = async () => expectOk(await owner.get(`${shop.base}/history?kind=settings`)).rows[0];
const DEFAULTS = { eventsDays: 180, attempts: 1_000, callsDays: 30, mailsDays: 180, sessionsDays: 30 };

const setProof = (at: number): void => changeStore(shop, `UPDATE sessions SET proved_at = ${at}`);

test('a change of retention times needs the password, stays within bounds and is recorded in the history', async () => {
  const shown = expectOk(await owner.get(`${shop.base}/retention`));
  expect(shown).toMatchObject({ kept: DEFAULTS, judgedAt: null, bounds: { eventsDays: { least: 30, mayStay: true } } });
  expectOk(await owner.post(`${shop.base}/retention`, { eventsDays: 90, mailsDays: null }));
  expect(expectOk(await owner.get(`${shop.base}/retention`)).kept).toEqual({
    ...DEFAULTS,
    eventsDays: 90,
    mailsDays: null,
  });
  expect(await newest()).toMatchObject({
    action: 'retention.changed',
    actorType: 'person',
    changes: { eventsDays: { from: 180, to: 90 }, mailsDays: { from: 180, to: null } },
  });
  const wrong = [{ eventsDays: 29 }, { attempts: 49 }, { callsDays: 91 }, { mailsDays: 3_651 }, { sessionsDays: 1.5 }];
  for (const body of wrong) {
    const issues = expectFailure(await owner.post(`${shop.base}/retention`, body), 422, 'validation_failed');
    expect(issues).toMatchObject([{ path: Object.keys(body)[0] ?? '' }]);
  }
  for (const body of [{}, { callsDays: null }, { eventsDays: '90' }, { orders: 1 }]) {
    expectFailure(await owner.post(`${shop.base}/retention`, body), 422, 'validation_failed');
  }
  setProof(0);
  expectFailure(await owner.post(`${shop.base}/retention`, { eventsDays: 60 }), 403, 'proof_needed');
  expectFailure(await owner.post(`${shop.base}/settings/orders-kept`, { years: 5 }), 403, 'proof_needed');
  setProof(Date.now());
});

test('a setting that deletes orders older than some years takes effect only after a week', async () => {
  const path = `${shop.base}/settings/orders-kept`;
  expect(expectOk(await owner.get(path))).toEqual({ years: null, beginsAt: null, bounds: { least: 1, most: 50 } });
  for (const years of [0, 51, 1.5])
    expect(expectFailure(await owner.post(path, { years }), 422, 'validation_failed')).toMatchObject([
      { path: 'years' },
    ]);
  expectOk(await owner.post(path, { years: 5 }));
  const { years, beginsAt } = expectOk(await owner.get(path));
  expect(years).toBe(5);
  const days = (Date.parse(beginsAt) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(7);
  expect(await newest()).toMatchObject({
    action: 'orders.retention_changed',
    changes: { years: { from: null, to: 5 } },
  });
  expectOk(await owner.post(path, { years: null }));
  expect(expectOk(await owner.get(path))).toMatchObject({ years: null, beginsAt: null });
});

test('the system page shows the measured size of each kind of data', async () => {
  const sizes = await until(
    'the sizes',
    async () => expectOk(await owner.get(`${shop.base}/system`)).sizes ?? undefined,
  );
  const kinds: { kind: string; rows: number; bytes: number; bytesAMonth: number | null }[] = sizes.kinds;
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(
    [
      'attempts',
      'deliveries',
      'events',
      'free',
      'inquiries',
      'mails',
      'order_history',
      'orders',
      'payments',
      'rest',
      'sessions',
      'settings_history',
      'stock',
    ].toSorted(),
  );
  for (const { bytes, bytesAMonth } of kinds) {
    expect(bytes).toBeGreaterThanOrEqual(0);
    expect(bytesAMonth).toBeNull();
  }
});

test('the command line accepts and refuses the same retention times as the page', async () => {
  const data = ['--data', shop.dir];
  const set = await docketJson(['retention', 'set', ...data, '--keep-events', '365', '--keep-attempts', 'all']);
  expect(set).toMatchObject({ eventsDays: 365, attempts: null });
  expect(await docketJson(['retention', 'show', ...data])).toMatchObject({ eventsDays: 365, attempts: null });
  expect(expectOk(await owner.get(`${shop.base}/retention`)).kept).toMatchObject({ eventsDays: 365, attempts: null });
  const orders = await docketJson(['retention', 'set', ...data, '--keep-orders', '7']);
  expect(orders).toMatchObject({ orderYears: 7 });
  const shown = await docketJson<{ orders: unknown }>(['retention', 'show', ...data]);
  expect(shown.orders).toEqual([{ workspaceId: shop.workspaceId, years: 7, beginsAt: expect.any(String) }]);
  const said = await docket(['retention', 'show', ...data]);
  expect(said.stdout).toMatch(new RegExp(`--keep-orders +7 .*${shop.workspaceId}`));
  for (const [flag, value, words] of [
    ['--keep-events', '29', '--keep-events: "29" is not a whole number from 30 to 3650, or all'],
    ['--keep-events', 'soon', '--keep-events: "soon" is not a whole number from 30 to 3650, or all'],
    ['--keep-calls', 'all', '--keep-calls: "all" is not a whole number from 7 to 90'],
    ['--keep-orders', '0', '--keep-orders: "0" is not a whole number from 1 to 50, or all'],
  ] as const) {
    const run = await docket(['retention', 'set', ...data, flag, value]);
    expect(run.status).not.toBe(0);
    expect(run.stderr).toContain(words);
  }
  for (const years of ['0', 'soon']) {
    const both = await docket(['retention', 'set', ...data, '--keep-events', '200', '--keep-orders', years]);
    expect(both.status).toBe(2);
    expect(await docketJson(['retention', 'show', ...data])).toMatchObject({ eventsDays: 365 });
  }
  const nothing = await docket(['retention', 'set', ...data]);
  expect([nothing.status, nothing.stderr]).toEqual([2, expect.stringContaining('say what to set: --keep-events')]);
});
