import { t } from 'elysia';
import type { AttemptRecord, EndpointState } from '../../webhooks/index.ts';
import { answers, Count, closed, Instant, nullable, Text, word } from '../desk/index.ts';
import { Explained } from '../webhooks/answers.ts';

export const Outcome = closed({
  type: Text,
  status: word<AttemptRecord['status']>(),
  httpCode: nullable(Count),
  responseTime: t.Number(),
  at: Instant,
  explanation: nullable(Explained),
});
const FirstEndpoint = closed({
  id: Text,
  url: Text,
  state: word<EndpointState>(),
  test: nullable(Outcome),
  delivery: nullable(Outcome),
  delivered: t.Boolean(),
});
export const NewestOrder = closed({ id: Text, eventId: Text, number: Text, at: Instant, ageMs: t.Number() });

export const StartAnswer = answers(
  closed({
    key: t.Boolean(),
    /**
     * True if the shop has orders. `order` may be null even then, if the events of its newest orders have been deleted.
     */
    orders: t.Boolean(),
    /**
     * True if the shop has more orders than the number of samples that the page creates. Then at least one order is
     * real.
     */
    beyondSamples: t.Boolean(),
    order: nullable(NewestOrder),
    called: nullable(NewestOrder),
    endpoint: nullable(FirstEndpoint),
    mail: t.Boolean(),
    products: t.Boolean(),
    people: t.Boolean(),
  }),
);
