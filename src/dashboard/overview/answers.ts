import type { Static } from '@sinclair/typebox';
import { t } from 'elysia';
import { answers, Count, closed, Instant, list, nullable, oneOf, Roubles, Text } from '../desk/index.ts';
import { ListedStep } from '../flows/answers.ts';
import { OrderRow, ScheduledOrder } from '../orders/answers.ts';

const AttentionLine = t.Union([
  closed({ kind: oneOf(['endpoint-suspended', 'endpoint-failing']), id: Text, url: Text, since: Instant }),
  closed({ kind: t.Literal('webhooks-off'), count: Count }),
  /** `filter` is the query of the orders page that lists exactly the counted orders. */
  closed({ kind: t.Literal('orders-partial'), count: Count, oldest: Text, filter: Text }),
  closed({ kind: t.Literal('key-unused'), id: Text, name: Text, lastUsedAt: nullable(Instant) }),
  closed({ kind: oneOf(['file-damaged', 'disk-failed']) }),
  /** `mail-locked` means that somebody must enter the mail password again. */
  closed({ kind: oneOf(['mail-off', 'mail-locked']) }),
  /** `since` is the time of the last good backup; null if there was none. */
  closed({ kind: oneOf(['backup-failed', 'backup-old']), since: nullable(Instant) }),
  closed({ kind: t.Literal('backup-place'), target: Text }),
  closed({ kind: t.Literal('backup-asks') }),
]);

export type Attention = Static<typeof AttentionLine>;

const sums = { day: Text, orders: Count, revenue: Roubles, paid: Roubles, owed: Roubles };
export const PastDay = closed({ ...sums, made: Count });
export const DayAhead = closed(sums);
const StageAge = closed({ id: Text, name: Text, count: Count, medianAgeMs: nullable(t.Number()) });

export const OverviewAnswer = answers(
  closed({
    today: Text,
    /** The current time in the shop's zone, HH:mm. */
    now: Text,
    weekAgo: Text,
    days: list(PastDay),
    ahead: list(DayAhead),
    /** The total debt at the end of each of the last 30 days; the last one is the current debt. */
    owed: list(Roubles),
    hours: list(closed({ hour: nullable(Count), open: Count, late: Count, done: Count })),
    /** The late orders: first those of yesterday and today, then older ones. `count` stops at a thousand. */
    late: closed({ count: Count, orders: list(OrderRow) }),
    coming: list(OrderRow),
    scheduled: Count,
    /** The nearest day with orders, from tomorrow on; null if there is none. */
    prepare: nullable(closed({ date: Text, count: Count, orders: list(OrderRow) })),
    /** URL queries for links to the orders page. */
    filters: closed({ today: Text, owed: Text, ahead: Text }),
    /** `came` is the number of new inquiries on each of the last 30 days, in UTC. */
    inquiries: closed({ untouched: Count, longUntouched: Count, came: list(Count), stages: list(StageAge) }),
    /** Repeating orders that are due. `orders` lists only the first few. */
    again: closed({ count: Count, orders: list(ScheduledOrder) }),
    /** Clients' days to remember in the coming week. `date` is YYYY-MM-DD. */
    dates: list(closed({ date: Text, title: Text, clientId: Text, clientName: Text, clientPhone: Text })),
    attention: list(AttentionLine),
    statuses: list(ListedStep),
  }),
);
