import { answers, Count, closed, list, nullable, oneOf, Pieces, Roubles, Text } from '../desk/index.ts';
import { ListedStep } from '../flows/answers.ts';

/** Answers to the page of reports; amounts are roubles. */

/** `count`: the number of orders, or of payments. */
const Figure = closed({ count: nullable(Count), quantity: nullable(Pieces), sum: Roubles });
/** The same figure for the period before; null if it is only part of that period's sum of all other names. */
const both = { now: Figure, before: nullable(Figure) };
export const Both = closed(both);
/** `name`: null for the sum of all names without a row of their own. */
export const Row = closed({ name: nullable(Text), ...both });
export const Debt = closed({ from: nullable(Text), to: nullable(Text), owed: Roubles });
export const Point = closed({
  from: Text,
  to: Text,
  revenue: Roubles,
  revenueBefore: Roubles,
  received: Roubles,
  refunded: Roubles,
});

const Days = closed({ from: Text, to: Text });
const period = { ...closed({ from: Text, to: Text }).properties, before: Days };
export const ReportAnswer = answers(
  closed({
    ...period,
    /**
     * The query of the orders page for all statuses but the cancelled ones. All other figures leave out cancelled
     * orders.
     */
    kept: Text,
    orders: Both,
    average: Both,
    received: Both,
    refunded: Both,
    net: Both,
    unit: oneOf(['day', 'month']),
    points: list(Point),
    statusNames: list(ListedStep),
    statuses: list(Row),
    sources: list(Row),
    platforms: list(Row),
    methods: list(Row),
    refunds: list(Row),
    /** The current debts, whatever the period. */
    debts: list(Debt),
    owed: Roubles,
  }),
);
export const ItemsAnswer = answers(closed({ ...period, items: list(Row) }));
