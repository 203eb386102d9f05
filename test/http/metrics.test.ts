import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GRAFANA_DASHBOARD } from '../../scripts/deploy/grafana-dashboard.ts';
import { client, docketJson, openShop, orderBody } from '../support/docket.ts';
import { placeOrder } from '../support/http-answers.ts';
import { startReceiver } from '../support/receiver.ts';
import { runProgram } from '../support/run-program.ts';
import { readScrape, type Scrape, scrape } from '../support/scrape.ts';
import { shared } from '../support/shared.ts';
import { tempDir } from '../support/store.ts';
import { lacksTool, testUnless } from '../support/tools.ts';
import { until } from '../support/until.ts';

const DEPLOY = resolve(import.meta.dir, '../../scripts/deploy');
const FLAGS = ['--environment', 'dev', '--allow-private-webhooks'];
const CREATE = { route: '/api/v1/orders/create', method: 'POST', status: '200' };

const shop = shared(() => openShop(FLAGS));

const timesOf = ({ value }: Scrape, labels: Record<string, string>): number =>
  value('docket_http_request_duration_seconds_count', labels) ?? 0;

test('each answer is counted under its route, method and status, with its duration', async () => {
  const before = await scrape(shop.url);
  await placeOrder(shop.api);
  const { id } = await placeOrder(shop.api);
  await shop.api.get(`/api/v1/orders/${id}`);
  await client(shop.url).get('/api/v1/orders');
  const after = await scrape(shop.url);
  const grown = (labels: Record<string, string>): number => timesOf(after, labels) - timesOf(before, labels);
  expect(grown(CREATE)).toBe(2);
  expect(grown({ route: '/api/v1/orders/:id', method: 'GET', status: '200' })).toBe(1);
  expect(grown({ route: '/api/v1/orders', method: 'GET', status: '401' })).toBe(1);
  expect(after.value('docket_http_request_duration_seconds_sum', CREATE)).toBeGreaterThan(0);
  expect(after.value('docket_commit_batch_size_sum')).toBeGreaterThanOrEqual(2);
  expect(after.value('docket_commit_duration_seconds_count')).toBe(after.value('docket_commit_batch_size_count') ?? -1);
  expect(after.value('docket_commit_failures_total')).toBe(0);
});

test('unknown paths and methods create no metric series of their own', async () => {
  const knock = async (): Promise<number> => {
    for (const path of ['/79991234567', '/api/v1/Secretova', `/api/v1/orders/${crypto.randomUUID()}/x`, '/%0a{}"']) {
      await fetch(`${shop.url}${path}`);
    }
    for (const method of ['PROPFIND', 'SEARCH', 'LINK']) await fetch(`${shop.url}/api/v1/orders`, { method });
    const { text, labels } = await scrape(shop.url);
    expect(text).not.toMatch(/79991234567|Secretova|PROPFIND|SEARCH|LINK/);
    return labels('docket_http_request_duration_seconds_count').length;
  };
  const first = await knock();
  expect(await knock()).toBe(first);
  expect(timesOf(await scrape(shop.url), { route: 'none', method: 'GET', status: '404' })).toBe(8);
});

/** Waits for reports that the scheduler's thread sends a moment later. */
const scrapeUntil = (what: string, so: (found: Scrape) => boolean): Promise<Scrape> =>
  until(what, async () => {
    const found = await scrape(shop.url);
    return so(found) && found;
  });

test('webhook deliveries are counted by outcome, and endpoints by state', async () => {
  using receiver = startReceiver();
  await docketJson(['webhook', 'add', '--data', shop.dir, '--url', receiver.url, '--events', 'order.created']);
  const outcomes = (found: Scrape, outcome: string) =>
    found.value('docket_delivery_attempts_total', { outcome, kind: 'scheduled' });
  await shop.api.post('/api/v1/orders/create', orderBody());
  const delivered = await scrapeUntil('the delivery', (found) => outcomes(found, 'delivered') === 1);
  expect(delivered.value('docket_delivery_delay_seconds_count')).toBe(1);
  expect(delivered.value('docket_delivery_duration_seconds_count')).toBe(1);
  expect(delivered.value('docket_webhook_endpoints', { state: 'active' })).toBe(1);
  expect(delivered.value('docket_deliveries_pending')).toBe(0);
  receiver.answer(500);
  await shop.api.post('/api/v1/orders/create', orderBody());
  const failed = await scrapeUntil('the failure', (found) => outcomes(found, 'status') === 1);
  expect(failed.value('docket_webhook_endpoints', { state: 'failing' })).toBe(1);
  expect(failed.value('docket_deliveries_pending')).toBe(1);
  // The retry is due only in five seconds, so nothing is late.
  expect(failed.value('docket_delivery_oldest_due_seconds')).toBe(0);
});

/** The names of metrics in a PromQL expression. No label and no function begins with these prefixes. */
const namesIn = (text: string): string[] => text.match(/\b(?:docket|process)_[a-z_]+/g) ?? [];

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

const ALERTS = join(DEPLOY, 'prometheus-alerts.yml');
const alerts = (Bun.YAML.parse(readFileSync(ALERTS, 'utf8')) as Rules).groups.flatMap(({ rules }) => rules);
const charts = GRAFANA_DASHBOARD.panels.flatMap((panel) => ('targets' in panel ? panel.targets : []));

test('every metric named in the Grafana dashboard, alert rules or manual exists, and Grafana shows every metric', async () => {
  const { kinds } = await scrape(shop.url);
  const isThere = (name: string): boolean => {
    const base = name.replace(/_(?:bucket|sum|count)$/, '');
    return kinds.has(name) || kinds.get(base) === 'histogram';
  };
  expect(alerts.length).toBeGreaterThan(10);
  for (const { alert, expr } of alerts.filter((rule) => rule.alert !== 'DocketDown')) {
    expect({ alert, names: namesIn(expr).length > 0 }).toEqual({ alert, names: true });
  }
  const page = readFileSync(join(DEPLOY, '../../src/manual/watching.md'), 'utf8');
  const told = [...page.matchAll(/`(docket_\w+)`/g)].map(([, name = '']) => name);
  expect(told.length).toBeGreaterThan(10);
  const named = [...told, ...[...alerts, ...charts].flatMap(({ expr }) => namesIn(expr))];
  expect(named.filter((name) => !isThere(name))).toEqual([]);
  const shown = charts.map(({ expr }) => expr).join('\n');
  expect([...kinds.keys()].filter((name) => !shown.includes(name))).toEqual([]);
});

async function ask(args: readonly string[], stdin: string): Promise<void> {
  const { stdout, stderr, status } = await runProgram(['promtool', ...args], { stdin });
  expect({ args, said: stdout + stderr, status }).toEqual({ args, said: expect.any(String), status: 0 });
}

test('a parser of the Prometheus format accepts the metrics', async () => {
  expect(readScrape((await scrape(shop.url)).text).kinds.size).toBeGreaterThan(20);
});

testUnless(
  lacksTool('promtool'),
  'Prometheus’ own tool takes the scrape, the alert rules and every expression of the dashboard',
  async () => {
    const { text } = await scrape(shop.url);
    await ask(['check', 'metrics'], text);
    await ask(['check', 'rules', ALERTS], '');
    using dir = tempDir();
    const file = join(dir.path, 'charts.yml');
    const rules = charts.map(({ expr }, at) => ({ record: `chart:${at}`, expr: grafanaToPromQl(expr) }));
    await Bun.write(file, JSON.stringify({ groups: [{ name: 'charts', rules }] }));
    await ask(['check', 'rules', file], '');
  },
);

const grafanaToPromQl = (expr: string): string =>
  expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
