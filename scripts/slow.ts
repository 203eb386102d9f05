/**
 * Measures the first pages over a slow connection, with a slow processor and an empty cache. Prints the time until the
 * frame appears, the time until the first list appears, and the number of requests. Usage: bun run slow [visits]
 */

import type { Page } from 'playwright-core';
import { startBrowser } from '../test/support/browser.ts';
import { openShop, orderBody } from '../test/support/docket.ts';
import { enter, formNamed } from '../test/support/visits.ts';
import { median } from './bench/processes.ts';

const LINE = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };
const SLOWER = 4;
const ORDERS = 200;
const PATIENCE_MS = 60_000;
const PAGES = { '/app/orders': 'table.orders tbody tr', '/app': 'main section' } as const;
const visits = Number(process.argv[2] ?? '5');

interface Times {
  readonly frame: number;
  readonly list: number;
  readonly requests: number;
}

async function timesOf(page: Page, url: string, list: string): Promise<Times> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.setCacheDisabled', { cacheDisabled: true });
  await line.send('Network.emulateNetworkConditions', LINE);
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  const begin = performance.now();
  await page.goto(url, { waitUntil: 'commit', timeout: PATIENCE_MS });
  const until = async (selector: string): Promise<number> => {
    await page.locator(selector).first().waitFor({ timeout: PATIENCE_MS });
    return performance.now() - begin;
  };
  return { frame: await until('.rail'), list: await until(list), requests };
}

const seconds = (all: readonly number[]): string => `${(median(all) / 1_000).toFixed(1)} s`;

await using shop = await openShop();
for (let at = 0; at < ORDERS; at += 1) {
  await shop.api.post('/api/v1/orders/create', orderBody());
}
await using browser = await startBrowser();
for (const [path, list] of Object.entries(PAGES)) {
  const times: Times[] = [];
  while (times.length < visits) {
    await using page = await enter(browser, shop, formNamed('desktop, light, en'), '/app/account');
    times.push(await timesOf(page, `${shop.url}${path}`, list));
  }
  const of = (what: keyof Times): number[] => times.map((one) => one[what]);
  process.stdout.write(
    `${path}: frame ${seconds(of('frame'))}, first list ${seconds(of('list'))}, ${median(of('requests'))} requests by then\n`,
  );
}
