import { answers, Count, closed, list, nullable, oneOf, Pieces, Roubles, Text } from '../desk/index.ts';
import { ListedStep } from '../flows/answers.ts';

const Figure = closed({ count: nullable(Count), quantity: nullable(Pieces), sum: Roubles });
/** `before` is the same figure for the previous period; null if unknown. */
const both = { now: Figure, before: nullable(Figure) };
const Both = closed(both);
/** `name` is null for the row that sums up all other names. */
const Row = closed({ name: nullable(Text), ...both });
const Debt = closed({ from: nullable(Text), to: nullable(Text), owed: Roubles });
const Point = closed({
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
     * The query for all statuses except the canceled ones. A link to the orders page contains this query if the linked
     * figure leaves out canceled orders.
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
    /** The current debts, whatever the period of the report. */
    debts: list(Debt),
    owed: Roubles,
  }),
);
export const ItemsAnswer = answers(closed({ ...period, items: list(Row) }));
