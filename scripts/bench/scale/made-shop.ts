import { existsSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createIdSource, systemRandom } from '../../../src/base/index.ts';
import { indexAllOrders } from '../../../test/support/kept-up.ts';
import { docket, makeShop, openShop, type Shop } from '../processes.ts';
import { type FilledShop, fillShop } from './fill-shop.ts';

export interface ShopOnDisk {
  readonly dataDir: string;
  readonly shop: Shop;
  readonly filled: FilledShop;
}

/** The bytes of an order with its indexes. A backup and a rebuild of the indexes each need as much again. */
const BYTES_AN_ORDER = 3_300;
const LEFT_FREE = 5e9;

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
export const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** Fills a shop, or opens a shop that an earlier run filled. @throws Error if that shop has another number of orders */
export async function makeFilled(dataDir: string, orders: number): Promise<ShopOnDisk> {
  const note = join(dataDir, 'filled.json');
  const file = join(dataDir, 'docket.db');
  if (existsSync(note)) {
    const filled = read(note);
    if (filled.cast.orders !== orders) throw new Error(`${dataDir} was filled with ${filled.cast.orders} orders`);
    const shop = openShop(dataDir);
    say(`${orders} orders: ${gigabytes(statSync(file).size)}, as they were left`);
    return { dataDir, shop, filled };
  }
  refuseWithoutRoom(dirname(dataDir), orders);
  const shop = makeShop(dataDir);
  docket(['webhook', 'add', ...shop.data, '--url', 'https://198.51.100.1/', '--allow-private-webhooks']);
  const began = performance.now();
  const filled = fillShop(dataDir, orders, Date.now());
  await indexAllOrders(file);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  say(`${orders} orders: ${gigabytes(statSync(file).size)} in ${seconds} s`);
  writeFileSync(note, JSON.stringify(filled));
  return { dataDir, shop, filled };
}

function read(note: string): FilledShop {
  const filled = JSON.parse(readFileSync(note, 'utf8')) as FilledShop;
  return { ...filled, cast: { ...filled.cast, newId: createIdSource(systemRandom) } };
}

function refuseWithoutRoom(folder: string, orders: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = orders * 2 * BYTES_AN_ORDER + LEFT_FREE;
  if (bavail * bsize >= needed) return;
  throw new Error(`${folder} has ${gigabytes(bavail * bsize)} free, ${orders} orders need ${gigabytes(needed)}`);
}
