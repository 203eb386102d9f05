import { expect } from 'bun:test';
import { join } from 'node:path';
import { bytesToUuid } from '../../src/base/index.ts';
import { openShop, type Shop } from '../support/docket.ts';
import { countRows, eventTypes, readStore } from '../support/http-answers.ts';
import { type LossyProxy, startLossyProxy } from '../support/lossy/lossy-proxy.ts';
import { runProgram } from '../support/run-program.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

const ORDERS = 9;
const CALLS = ORDERS * 5 + ORDERS / 3;
const DAY = ['order.created', 'order.updated', 'order.status.changed', 'order.payment.created', 'order.status.changed'];

interface DayReport {
  readonly calls: number;
  readonly lost: number;
  readonly replayed: number;
  readonly refused: readonly string[];
}

/** Runs a client that uses only the standard library of its language. */
async function runDay(shop: Shop, proxy: LossyProxy, more = {}): Promise<DayReport> {
  const program = join(import.meta.dir, '../support/lossy/shops-day.py');
  const { status, stdout, stderr } = await runProgram(['python3', program], {
    env: { PATH: process.env['PATH'], API: `${proxy.url}/api/v1`, KEY: shop.key, ORDERS: `${ORDERS}`, ...more },
  });
  if (status !== 0) throw new Error(`the day ended with ${status}: ${stdout}${stderr}`);
  return JSON.parse(stdout) as DayReport;
}

function expectNothingTwice(shop: Shop): void {
  const orders = readStore<{ id: Uint8Array; version: number }>(shop, 'SELECT id, version FROM orders ORDER BY seq');
  expect(orders).toHaveLength(ORDERS);
  expect(countRows(shop, 'payments')).toBe(ORDERS);
  for (const [at, { id, version }] of orders.entries()) {
    const day = at % 3 === 0 ? [...DAY, 'order.deleted'] : DAY;
    expect(eventTypes(shop, bytesToUuid(id))).toEqual(day);
    expect(version).toBe(day.length);
  }
}

testUnless(
  lacksTool('python3'),
  `a shop's day arrives whole through a proxy that drops every second answer: nothing refused, nothing twice`,
  async () => {
    await using shop = await openShop();
    await using proxy = await startLossyProxy(shop.url);
    const told = await runDay(shop, proxy);
    expect(told).toEqual({ calls: CALLS * 2, lost: CALLS, replayed: CALLS, refused: [] });
    expect(proxy.dropped()).toBe(CALLS);
    expectNothingTwice(shop);
  },
);

testUnless(
  lacksTool('python3'),
  'without an Idempotency-Key the same day is refused where its own change arrived before',
  async () => {
    await using shop = await openShop();
    await using proxy = await startLossyProxy(shop.url);
    const { refused } = await runDay(shop, proxy, { KEYS: 'off' });
    expect(new Set(refused)).toContain('/orders/update 412 precondition_failed');
    expect(refused.length).toBeGreaterThanOrEqual(ORDERS);
  },
);
