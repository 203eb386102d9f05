import { t } from 'elysia';
import { CLOSED } from '../../web/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { answers, Count, closed, Instant, list, nullable, Roubles, Text, word } from '../desk/index.ts';

const flow = { received: Roubles, refunded: Roubles };
/** `name` is null for the sum of all methods that are not listed separately. */
const Method = closed({ name: nullable(Text), ...flow, isCash: t.Boolean() });
const close = {
  id: Text,
  day: Text,
  at: Instant,
  actorType: word<Actor['type']>(),
  actorName: nullable(Text),
  ...flow,
  cashReceived: Roubles,
  cashRefunded: Roubles,
  opening: Roubles,
  expected: Roubles,
  counted: Roubles,
  difference: Roubles,
  note: nullable(Text),
};
const ClosedDay = closed({ ...close, isChanged: t.Boolean() });
const Till = closed({
  day: Text,
  today: Text,
  ...flow,
  methods: list(Method),
  cashReceived: Roubles,
  cashRefunded: Roubles,
  opening: Roubles,
  closes: list(closed({ ...close, methods: list(Method) })),
  closesInAll: Count,
  changes: list(closed({ name: nullable(Text), ...flow })),
  left: list(Text),
});
export const TillAnswer = answers(Till);
export const ClosedDaysAnswer = answers(closed({ days: list(ClosedDay), nextCursor: nullable(Text) }));

const Day = t.String({ maxLength: 100 });
/** `day` defaults to today. */
export const TillQuery = t.Object({ day: t.Optional(Day) }, CLOSED);
export const ClosedDaysQuery = t.Object({ cursor: t.Optional(t.String({ maxLength: 10 })) }, CLOSED);
export const NewClose = t.Object(
  {
    day: Day,
    opening: t.Number(),
    counted: t.Number(),
    expected: t.Number(),
    after: nullable(t.String({ maxLength: 36 })),
    note: t.Optional(t.String({ maxLength: 2_000 })),
    methods: t.Array(t.Object({ name: t.String({ maxLength: 2_000 }), isCash: t.Boolean() }, CLOSED), {
      maxItems: 200,
    }),
  },
  CLOSED,
);
