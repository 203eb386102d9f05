import type { Static } from '@sinclair/typebox';
import { t } from 'elysia';
import { nullable } from '../../web/index.ts';
import { answers, Count, closed, Instant, list, MaybeInstant, oneOf, Roubles, Text } from '../desk/index.ts';
import { ListedStep } from '../flows/answers.ts';
import { OrderRow, ScheduledOrder } from '../orders/answers.ts';

/** Answers to the overview; amounts are roubles. */

const AttentionLine = t.Union([
  closed({ kind: oneOf(['endpoint-suspended', 'endpoint-failing']), id: Text, url: Text, since: Instant }),
  closed({ kind: t.Literal('webhooks-off'), count: Count }),
  /** `filter`: of the orders page, which then shows the very orders that were counted. */
  closed({ kind: t.Literal('orders-partial'), count: Count, oldest: Text, filter: Text }),
  closed({ kind: t.Literal('key-unused'), id: Text, name: Text, lastUsedAt: MaybeInstant }),
  closed({ kind: oneOf(['file-damaged', 'disk-failed']) }),
  /** locked: its password must be entered again. */
  closed({ kind: oneOf(['mail-off', 'mail-locked']) }),
  /** `since`: when the last good one was made; null: never. */
  closed({ kind: oneOf(['backup-failed', 'backup-old']), since: MaybeInstant }),
  closed({ kind: t.Literal('backup-place'), target: Text }),
  closed({ kind: t.Literal('backup-asks') }),
]);

/** Something that a person must see to; the page words it and says where it is mended. */
export type Attention = Static<typeof AttentionLine>;

const sums = { day: Text, orders: Count, revenue: Roubles, paid: Roubles, owed: Roubles };
export const PastDay = closed({ ...sums, made: Count });
export const DayAhead = closed(sums);
const StageAge = closed({ id: Text, name: Text, count: Count, medianAgeMs: nullable(t.Number()) });

export const OverviewAnswer = answers(
  closed({
    today: Text,
    /** HH:mm on the shop's clocks. */
    now: Text,
    weekAgo: Text,
    days: list(PastDay),
    ahead: list(DayAhead),
    /** At the end of each of the last 30 days; the last is now. */
    owed: list(Roubles),
    hours: list(closed({ hour: nullable(Count), open: Count, late: Count, done: Count })),
    /** Late orders, the earliest first; counted up to a thousand. */
    late: closed({ count: Count, orders: list(OrderRow) }),
    coming: list(OrderRow),
    scheduled: Count,
    /** The nearest day from tomorrow on that has anything to do. */
    prepare: nullable(closed({ date: Text, count: Count, orders: list(OrderRow) })),
    /** Filters of the orders page: each shows the very orders that a figure counts. */
    filters: closed({ today: Text, owed: Text, ahead: Text }),
    /** `came`: on each of the last 30 days, in UTC. */
    inquiries: closed({ untouched: Count, longUntouched: Count, came: list(Count), stages: list(StageAge) }),
    /** Orders that are due to be made again; the first few of them. */
    again: closed({ count: Count, orders: list(ScheduledOrder) }),
    /** Days to remember of the next week; YYYY-MM-DD. */
    dates: list(closed({ date: Text, title: Text, clientId: Text, clientName: Text, clientPhone: Text })),
    attention: list(AttentionLine),
    statuses: list(ListedStep),
  }),
);
