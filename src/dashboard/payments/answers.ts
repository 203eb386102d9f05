import type { MoneyLine } from '../../orders/index.ts';
import { answers, Count, closed, Instant, list, nullable, Roubles, Text, word } from '../desk/index.ts';

const Line = closed({
  kind: word<MoneyLine['kind']>(),
  at: Instant,
  /** The payment method; empty if it is unknown. */
  method: Text,
  source: Text,
  amount: Roubles,
  orderId: Text,
  orderNum: Text,
  clientName: nullable(Text),
});
export const PaymentsAnswer = answers(closed({ lines: list(Line), nextCursor: nullable(Text) }));

const sum = { received: Roubles, refunded: Roubles, lines: Count };
const Named = closed({ name: Text, ...sum });
/** `net` is the sum received minus the sum refunded. */
const Sums = closed({
  all: closed({ ...sum, net: Roubles }),
  methods: list(Named),
  otherMethods: nullable(closed(sum)),
  sources: list(Named),
  otherSources: nullable(closed(sum)),
  /** Days with payments, oldest first. */
  days: list(Named),
});
/** `client` is the name of the client in the filter. */
export const SumsAnswer = answers(
  closed({ from: nullable(Text), to: nullable(Text), client: nullable(Text), sums: Sums }),
);
