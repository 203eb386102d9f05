import { t } from 'elysia';
import { answers, Count, closed, list, nullable, Roubles, Text } from '../desk/index.ts';
import { ListedStep } from '../flows/answers.ts';
import { OrderRow, ScheduledOrder } from '../orders/answers.ts';

const summary = {
  id: Text,
  /** The name of the client; empty if unknown. */
  name: Text,
  phone: Text,
  email: Text,
  orders: Count,
  paid: Roubles,
  owed: Roubles,
  last: nullable(closed({ id: Text, num: Text, date: Text })),
};
const Summary = closed(summary);
export const ClientListAnswer = answers(
  closed({
    clients: list(Summary),
    nextCursor: nullable(Text),
    /** True if more clients were found than are shown. */
    more: t.Boolean(),
    /** The number of orders that the index of clients does not include yet. */
    behind: Count,
  }),
);

/** A client's days to remember; `day` is MM-DD. */
const Dates = list(closed({ day: Text, title: Text }));
const Merged = closed({ id: Text, name: Text, phone: Text, email: Text, orders: Count, note: Text, dates: Dates });

export const Client = closed({
  ...summary,
  givenName: Text,
  note: Text,
  ownAddresses: Text,
  dates: Dates,
  version: Count,
  addresses: list(closed({ address: Text, flat: Text })),
  goods: list(closed({ name: Text, orders: Count })),
  merged: list(Merged),
  contacts: list(closed({ phone: Text, email: Text })),
  alike: list(Summary),
});
export const ClientAnswer = answers(
  closed({
    client: Client,
    orders: list(OrderRow),
    /** The client's repeating orders. */
    again: list(ScheduledOrder),
    nextCursor: nullable(Text),
    behind: Count,
    statuses: list(ListedStep),
    /** The URL query that makes the orders page list only orders with something left to pay. */
    owing: Text,
  }),
);
export const ChangedAnswer = answers(closed({ version: Count }));
