import { dayInZone, startOfDay } from '../../src/base/index.ts';
import {
  changeStatus,
  createOrder,
  deleteOrder,
  recordPayment,
  refundPayment,
  restoreOrder,
  updateOrder,
} from '../../src/orders/index.ts';
import type { Ctx } from '../../src/workspaces/index.ts';
import { type Dice, diceOf } from './paid-shop.ts';
import type { FakeWorld } from './world.ts';

const DAY_MS = 86_400_000;
const ITEMS = ['Rose', 'Tulip, red', '=1+1', 'Ribbon "wide"', 'Роза 🌹', 'metre\nof lace'];
const CLIENTS = [
  { name: 'Anna', phone: '+7 912 345-67-89' },
  { name: 'Anna S.', phone: '89123456789', email: 'anna@example.com' },
  { name: 'By mail', email: 'ANNA@example.com' },
  { name: 'Boris', phone: '+79217654321' },
  { name: 'Nobody knows' },
  undefined,
];
const PLATFORMS = ['site', 'telegram', undefined];
const SOURCES = ['shop', 'site'];
const STATUSES = ['status-new', 'status-in-progress', 'status-closed', 'status-cancelled'];
const METHODS = ['card', 'cash', 'Карта', 'Cash', undefined];

const productsOf = ({ below, one }: Dice) =>
  Array.from({ length: 1 + below(4) }, () => ({
    name: one(ITEMS),
    quantity: one([1, 2, 0.001, 1.5, 12.345]),
    price: below(1_000_000) / 100,
  }));

function dateOf(nowMs: number, { below, one }: Dice): string {
  const day = new Date(nowMs + (below(60) - 40) * DAY_MS).toISOString().slice(0, 10);
  return `${day}T${one(['12:00:00+03:00', '00:00:00Z', '23:59:59.999Z', '23:59:59-11:00'])}`;
}

function paidAtOf(nowMs: number, timeZone: string, { below }: Dice): number {
  const at = nowMs - below(50) * DAY_MS;
  return below(3) === 0 ? startOfDay(dayInZone(at, timeZone) ?? '', timeZone) - below(2) : at;
}

export async function workAtRandom(ctx: Ctx, world: FakeWorld, seed: number, orders = 10): Promise<string[]> {
  const dice = diceOf(seed);
  const ids: string[] = [];
  for (let at = 0; at < orders; at += 1) {
    const [platform, client] = [dice.one(PLATFORMS), dice.one(CLIENTS)];
    const { order } = await createOrder(
      { ...ctx, source: dice.one(SOURCES) },
      {
        requestKey: `busy-${seed}-${at}`,
        date: dateOf(world.clock.now(), dice),
        products: productsOf(dice),
        ...(platform === undefined ? {} : { platform }),
        ...(client === undefined ? {} : { client }),
        ...(dice.below(3) === 0 ? { delivery: { price: dice.below(50_000) / 100 } } : {}),
        ...(dice.below(4) === 0 ? { statusId: dice.one(STATUSES) } : {}),
      },
    );
    ids.push(order.id);
  }
  for (let step = 0; step < orders * 3; step += 1) await act({ ctx, world, dice, id: dice.one(ids), step });
  return ids;
}

interface Step {
  readonly ctx: Ctx;
  readonly world: FakeWorld;
  readonly dice: Dice;
  readonly id: string;
  readonly step: number;
}

/** Makes one change; a change that the order's state does not allow is skipped. */
async function act({ ctx, world, dice, id, step }: Step): Promise<void> {
  const acts: readonly (() => Promise<unknown>)[] = [
    () => changeStatus(ctx, { id, statusId: dice.one(STATUSES) }),
    () => updateOrder(ctx, { id, data: { products: productsOf(dice) } }),
    () => updateOrder(ctx, { id, data: { date: dateOf(world.clock.now(), dice) } }),
    () => updateOrder(ctx, { id, data: { platform: dice.one(['site', 'fax', null]) } }),
    () => deleteOrder(ctx, { id }),
    () => restoreOrder(ctx, id),
    () => pay({ ctx, world, dice, id, step }),
    () => pay({ ctx, world, dice, id, step }),
  ];
  await dice
    .one(acts)()
    .catch(() => undefined);
}

async function pay({ ctx, world, dice, id, step }: Step): Promise<void> {
  const kopecks = 1 + dice.below(500_000);
  const method = dice.one(METHODS);
  const at = paidAtOf(world.clock.now(), ctx.workspace.timeZone, dice);
  const { paymentId } = await recordPayment(ctx, {
    id,
    paymentId: `${id}-${step}`,
    amount: kopecks / 100,
    ...(dice.below(5) === 0 ? {} : { paidAt: new Date(at).toISOString() }),
    ...(method === undefined ? {} : { paymentMethod: method }),
  });
  if (dice.below(3) === 0) {
    await refundPayment(ctx, {
      orderId: id,
      paymentId,
      roubles: (1 + dice.below(kopecks)) / 100,
      paymentMethod: dice.one(METHODS),
    });
  }
}
