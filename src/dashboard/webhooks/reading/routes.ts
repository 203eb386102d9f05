import { t } from 'elysia';
import type { Language } from '../../../base/index.ts';
import { reasonInWords } from '../../../mail/index.ts';
import { CLOSED } from '../../../web/index.ts';
import {
  type AttemptRecord,
  endpointsHealth,
  listEndpoints,
  listToldAttempts,
  maxAttempts,
  readDelivery,
  sampleBodies,
} from '../../../webhooks/index.ts';
import { addressFor, answerAside, type Desk, group, type MemberCtx, shown } from '../../desk/index.ts';
import {
  AttemptsAnswer,
  DeliveryAnswer,
  EndpointsAnswer,
  HealthAnswer,
  MissedAnswer,
  SamplesAnswer,
} from '../answers.ts';
import { BASE, found } from '../context.ts';
import { readMissed } from './missed.ts';
import { readSince, SINCE } from './since.ts';

const Since = t.Object({ since: t.String({ pattern: SINCE }) }, CLOSED);

export const webhookReadingRoutes = (desk: Desk) =>
  group(desk, 'webhook-reading')
    .get(
      BASE,
      ({ ctx }) => {
        const endpoints = listEndpoints(ctx.storage, ctx.workspace);
        const readable = endpoints.map((one) => ({ ...one, url: addressFor(ctx, one.url) }));
        return shown(EndpointsAnswer.data, { endpoints: readable });
      },
      { viewer: true, response: EndpointsAnswer },
    )
    .get(
      `${BASE}/health`,
      async ({ ctx }) => {
        const health = await endpointsHealth(ctx.storage, ctx.workspace);
        return shown(HealthAnswer.data, {
          health: health.map(({ lastFailure, ...one }) => ({
            ...one,
            lastFailure: lastFailure && explained(ctx.language, lastFailure),
          })),
        });
      },
      { viewer: { slot: 'reports' }, response: HealthAnswer },
    )
    .get(`${BASE}/samples`, ({ ctx }) => ({ samples: sampleBodies(ctx.nowMs) }), {
      viewer: true,
      response: SamplesAnswer,
    })
    .get(
      `${BASE}/:id/attempts`,
      ({ ctx, params }) => {
        const attempts = found(listToldAttempts(ctx, params.id));
        return shown(AttemptsAnswer.data, {
          /** The maximum number of scheduled attempts for an event. If the last one fails, Docket gives up. */
          most: maxAttempts(ctx.policy),
          attempts: attempts.map((one) => ({ ...tried(ctx, one), nextAt: one.nextAt && Math.max(one.nextAt, 0) })),
        });
      },
      { viewer: true, response: AttemptsAnswer },
    )
    .get(
      `${BASE}/:id/missed`,
      ({ ctx, params, query }) => {
        const since = readSince(query.since, ctx.workspace.timeZone, ctx.nowMs);
        return answerAside(ctx, readMissed, { id: params.id, since });
      },
      { viewer: { slot: 'reports' }, query: Since, response: MissedAnswer },
    )
    .get(
      `${BASE}/:id/events/:event`,
      ({ ctx, params }) => {
        const delivery = found(readDelivery(ctx, { id: params.id, eventId: params.event }));
        const tries = delivery.tries.map((one) => tried(ctx, one));
        return shown(DeliveryAnswer.data, { ...delivery, tries });
      },
      { viewer: true, response: DeliveryAnswer },
    );

/** Only owners may read the response to a failed attempt. It often repeats the called address with its secrets. */
const tried = <T extends AttemptRecord>({ role, language }: Pick<MemberCtx, 'role' | 'language'>, one: T) => ({
  ...explained(language, one),
  response: role === 'owner' ? one.response : null,
});

function explained<T extends Pick<AttemptRecord, 'reason' | 'httpCode'>>(language: Language, one: T) {
  return { ...one, explanation: one.reason === null ? null : reasonInWords(language, one.reason, one.httpCode) };
}
