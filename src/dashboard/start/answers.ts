import { t } from 'elysia';
import { nullable } from '../../web/index.ts';
import type { AttemptRecord, EndpointState } from '../../webhooks/index.ts';
import { answers, closed, Instant, MaybeCount, Text, word } from '../desk/index.ts';
import { Explained } from '../webhooks/answers.ts';

/** Answers to the first steps. */

export const Outcome = closed({
  type: Text,
  status: word<AttemptRecord['status']>(),
  httpCode: MaybeCount,
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
    /** True if there are orders; `order` is null once the newest one's event has been deleted. */
    orders: t.Boolean(),
    /** True if there are more than the samples that a reader may have made. */
    beyondSamples: t.Boolean(),
    order: nullable(NewestOrder),
    /** The newest that a program sent with a key. */
    called: nullable(NewestOrder),
    endpoint: nullable(FirstEndpoint),
    mail: t.Boolean(),
    /** True if there is a product; `people`: if anybody else works here. */
    products: t.Boolean(),
    people: t.Boolean(),
  }),
);
