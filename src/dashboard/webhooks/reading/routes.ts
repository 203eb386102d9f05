import { Elysia, t } from 'elysia';
import { type Language, toIso, toIsoOrNull } from '../../../base/index.ts';
import { reasonInWords } from '../../../mail/index.ts';
import {
  type AttemptRecord,
  countMissed,
  endpointsHealth,
  listEndpoints,
  listToldAttempts,
  maxAttempts,
  readDelivery,
  sampleBodies,
} from '../../../webhooks/index.ts';
import { addressFor, type Desk } from '../../desk/index.ts';
import {
  AttemptsAnswer,
  DeliveryAnswer,
  EndpointsAnswer,
  HealthAnswer,
  MissedAnswer,
  SamplesAnswer,
} from '../answers.ts';
import { BASE, found } from '../context.ts';
import { readSince, SINCE } from './since.ts';

const Since = t.Object({ since: t.String({ pattern: SINCE }) }, { additionalProperties: false });

/** What became of what was sent to the endpoints of a workspace; for everybody in it. */
export const webhookReadingRoutes = (desk: Desk) =>
  new Elysia({ name: 'webhook-reading' })
    .use(desk)
    .get(
      BASE,
      ({ ctx }) => {
        const endpoints = listEndpoints(ctx.storage, ctx.workspace).map((endpoint) => ({
          ...endpoint,
          url: addressFor(ctx, endpoint.url),
          failingSince: toIsoOrNull(endpoint.failingSince),
          suspendedAt: toIsoOrNull(endpoint.suspendedAt),
          previousSecretUntil: toIsoOrNull(endpoint.previousSecretUntil),
          createdAt: toIso(endpoint.createdAt),
        }));
        return { endpoints };
      },
      { viewer: true, response: EndpointsAnswer },
    )
    .get(
      `${BASE}/health`,
      ({ ctx }) => {
        const { language } = ctx;
        const health = endpointsHealth(ctx.storage, ctx.workspace).map(({ lastFailure, ...one }) => ({
          ...one,
          beats: one.beats.map((beat) => ({ ...beat, at: toIso(beat.at) })),
          lastSuccessAt: toIsoOrNull(one.lastSuccessAt),
          lastFailure: lastFailure === null ? null : { ...lastFailure, ...explained(language, lastFailure) },
        }));
        return { health };
      },
      { viewer: true, response: HealthAnswer },
    )
    .get(`${BASE}/samples`, ({ ctx }) => ({ samples: sampleBodies(ctx.nowMs) }), {
      viewer: true,
      response: SamplesAnswer,
    })
    .get(
      `${BASE}/:id/attempts`,
      ({ ctx, params }) => {
        const attempts = found(listToldAttempts(ctx, params.id));
        return {
          /** How many an event has before it is given up. */
          most: maxAttempts(ctx.policy),
          attempts: attempts.map((one) => ({
            ...one,
            ...explained(ctx.language, one),
            nextAt: one.nextAt === null ? null : toIso(Math.max(one.nextAt, 0)),
          })),
        };
      },
      { viewer: true, response: AttemptsAnswer },
    )
    .get(
      `${BASE}/:id/missed`,
      async ({ ctx, params, query }) => {
        const since = readSince(query.since, ctx.workspace.timeZone, ctx.nowMs);
        return { since, ...(await countMissed(ctx, { id: params.id, sinceMs: since })) };
      },
      { viewer: true, query: Since, response: MissedAnswer },
    )
    .get(
      `${BASE}/:id/events/:event`,
      ({ ctx, params }) => {
        const delivery = found(readDelivery(ctx, { id: params.id, eventId: params.event }));
        return {
          ...delivery,
          occurredAt: toIso(delivery.occurredAt),
          ladder: delivery.ladder.map((rung) => ({ ...rung, at: toIsoOrNull(rung.at) })),
          tries: delivery.tries.map((one) => ({ ...one, ...explained(ctx.language, one) })),
        };
      },
      { viewer: true, response: DeliveryAnswer },
    );

/** When it was, and why it failed, in plain words with a next step. */
function explained(language: Language, { at, reason, httpCode }: Pick<AttemptRecord, 'at' | 'reason' | 'httpCode'>) {
  return { at: toIso(at), explanation: reason === null ? null : reasonInWords(language, reason, httpCode) };
}
