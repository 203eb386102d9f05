import {
  addPendingPayment,
  confirmPayment,
  createOrder,
  deleteOrder,
  deletePayment,
  editPayment,
  type MoneyLine,
  recordPayment,
  refundPayment,
  restoreOrder,
} from '../../src/orders/index.ts';
import type { Ctx } from '../../src/workspaces/index.ts';
import { type FakeWorld, seededRandom } from './world.ts';

const DAY_MS = 86_400_000;
const METHODS = ['card', 'cash', 'Перевод', '=1+1', undefined];
const SOURCES = ['shop', 'site'];
const CLIENTS = ['Anna', '=HYPERLINK("x")', 'O"Neil; the 2nd,\nof two', undefined];

export interface PaidLine extends Pick<MoneyLine, 'kind' | 'at' | 'method' | 'source' | 'amount'> {
  readonly orderId: string;
}

export interface Dice {
  readonly below: (most: number) => number;
  readonly one: <T>(of: readonly T[]) => T;
}

export function diceOf(seed: number): Dice {
  const random = seededRandom(seed);
  const below = (most: number): number => new DataView(random.bytes(4).buffer).getUint32(0) % most;
  const one = <T>(of: readonly T[]): T => {
    const [found] = of.slice(below(of.length));
    return found as T;
  };
  return { below, one };
}

interface Shop {
  readonly ctx: Ctx;
  readonly world: FakeWorld;
  readonly dice: Dice;
}

/**
 * Takes, corrects and refunds payments at random, and deletes and restores some of the orders.
 * @returns the orders that are not deleted, and the lines that their money list should have
 */
export async function payAtRandom(ctx: Ctx, world: FakeWorld, seed: number) {
  const dice = diceOf(seed);
  const orders: string[] = [];
  const lines: PaidLine[] = [];
  for (let left = 8; left > 0; left -= 1) {
    world.clock.advance(1 + dice.below(40) * 3_600_000);
    const shop = { ctx: { ...ctx, source: dice.one(SOURCES) }, world, dice };
    const orderId = await makeOrder(shop, `${seed}-${left}`);
    orders.push(orderId);
    for (let more = dice.below(4); more > 0; more -= 1) lines.push(...(await pay(shop, orderId, `${left}-${more}`)));
  }
  const gone = await deleteSome({ ctx, world, dice }, orders);
  return { orders: orders.filter((id) => !gone.has(id)), lines: lines.filter(({ orderId }) => !gone.has(orderId)) };
}

async function makeOrder({ ctx, dice }: Shop, requestKey: string): Promise<string> {
  const name = dice.one(CLIENTS);
  const made = await createOrder(ctx, {
    requestKey,
    date: '2026-05-20T10:00:00+03:00',
    products: [{ name: 'Rose', quantity: 1, price: 1 + dice.below(9_999) }],
    ...(name === undefined ? {} : { client: { name } }),
  });
  return made.order.id;
}

async function pay(shop: Shop, orderId: string, externalId: string): Promise<PaidLine[]> {
  const { ctx, world, dice } = shop;
  const [method, kopecks] = [dice.one(METHODS), 1 + dice.below(999_999)];
  const at = world.clock.now() - dice.below(60) * DAY_MS;
  const input = { paymentId: `${orderId} ${externalId}`, amount: kopecks / 100, paidAt: new Date(at).toISOString() };
  const paid = { ...input, ...(method === undefined ? {} : { paymentMethod: method }) };
  const isPending = dice.below(5) === 0;
  const { paymentId } = isPending
    ? await addPendingPayment(ctx, { ...paid, orderId })
    : await recordPayment(ctx, { ...paid, id: orderId });
  if (isPending && dice.below(2) === 0) return [];
  const ref = { orderId, paymentId };
  if (isPending) await confirmPayment(ctx, ref);
  const amount = dice.below(4) === 0 ? 1 + dice.below(999_999) : kopecks;
  if (amount !== kopecks) await editPayment(ctx, { ...ref, amount: amount / 100 });
  const line: PaidLine = { kind: 'payment', at, method: method ?? '', source: ctx.source, amount, orderId };
  const refunds = await giveBack(shop, ref, line);
  if (dice.below(6) !== 0) return [line, ...refunds];
  await deletePayment(ctx, ref);
  return [];
}

async function giveBack({ ctx, world, dice }: Shop, ref: { orderId: string; paymentId: string }, line: PaidLine) {
  const refunds: PaidLine[] = [];
  for (let left = line.amount; left > 0 && dice.below(3) === 0; ) {
    world.clock.advance(dice.below(3) * DAY_MS);
    const [amount, by] = [1 + dice.below(left), dice.one(METHODS)];
    await refundPayment(ctx, { ...ref, roubles: amount / 100, paymentMethod: by });
    refunds.push({ ...line, kind: 'refund', at: world.clock.now(), method: by ?? line.method, amount });
    left -= amount;
  }
  return refunds;
}

async function deleteSome({ ctx, dice }: Shop, orders: readonly string[]): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const id of orders) {
    if (dice.below(4) !== 0) continue;
    await deleteOrder(ctx, { id });
    if (dice.below(2) === 0) await restoreOrder(ctx, id);
    else gone.add(id);
  }
  return gone;
}
