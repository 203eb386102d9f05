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
import { admissionPlugin, memberOf } from '../../admission.ts';
import { addressFor, ctxOf, languageOf, momentOf } from '../../context.ts';
import { answer, type DashboardDeps } from '../../deps.ts';
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
export function webhookReadingRoutes(deps: DashboardDeps) {
  const { storage, policy } = deps;
  return new Elysia({ name: 'webhook-reading' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ request }) => {
        const endpoints = listEndpoints(storage, memberOf(request).workspace).map((endpoint) => ({
          ...endpoint,
          url: addressFor(request, endpoint.url),
          failingSince: toIsoOrNull(endpoint.failingSince),
          suspendedAt: toIsoOrNull(endpoint.suspendedAt),
          previousSecretUntil: toIsoOrNull(endpoint.previousSecretUntil),
          createdAt: toIso(endpoint.createdAt),
        }));
        return answer(deps, request, { endpoints });
      },
      { admit: { who: 'viewer' }, response: EndpointsAnswer },
    )
    .get(
      `${BASE}/health`,
      ({ request }) => {
        const language = languageOf(request);
        const health = endpointsHealth(storage, memberOf(request).workspace).map(({ lastFailure, ...one }) => ({
          ...one,
          beats: one.beats.map((beat) => ({ ...beat, at: toIso(beat.at) })),
          lastSuccessAt: toIsoOrNull(one.lastSuccessAt),
          lastFailure: lastFailure === null ? null : { ...lastFailure, ...explained(language, lastFailure) },
        }));
        return answer(deps, request, { health });
      },
      { admit: { who: 'viewer' }, response: HealthAnswer },
    )
    .get(
      `${BASE}/samples`,
      ({ request }) => answer(deps, request, { samples: sampleBodies(momentOf(deps, request)) }),
      {
        admit: { who: 'viewer' },
        response: SamplesAnswer,
      },
    )
    .get(
      `${BASE}/:id/attempts`,
      ({ request, params }) => {
        const language = languageOf(request);
        const attempts = found(listToldAttempts({ storage, workspace: memberOf(request).workspace }, params.id));
        return answer(deps, request, {
          /** How many an event has before it is given up. */
          most: maxAttempts(policy),
          attempts: attempts.map((one) => ({
            ...one,
            ...explained(language, one),
            nextAt: one.nextAt === null ? null : toIso(Math.max(one.nextAt, 0)),
          })),
        });
      },
      { admit: { who: 'viewer' }, response: AttemptsAnswer },
    )
    .get(
      `${BASE}/:id/missed`,
      async ({ request, params, query }) => {
        const { workspace } = memberOf(request);
        const nowMs = momentOf(deps, request);
        const since = readSince(query.since, workspace.timeZone, nowMs);
        return answer(deps, request, {
          since,
          ...(await countMissed(ctxOf(deps, request), { id: params.id, sinceMs: since })),
        });
      },
      { admit: { who: 'viewer' }, query: Since, response: MissedAnswer },
    )
    .get(
      `${BASE}/:id/events/:event`,
      ({ request, params }) => {
        const delivery = found(
          readDelivery({ ...ctxOf(deps, request), policy }, { id: params.id, eventId: params.event }),
        );
        const language = languageOf(request);
        return answer(deps, request, {
          ...delivery,
          occurredAt: toIso(delivery.occurredAt),
          ladder: delivery.ladder.map((rung) => ({ ...rung, at: toIsoOrNull(rung.at) })),
          tries: delivery.tries.map((one) => ({ ...one, ...explained(language, one) })),
        });
      },
      { admit: { who: 'viewer' }, response: DeliveryAnswer },
    );
}

/** When it was, and why it failed, in plain words with a next step. */
function explained(language: Language, { at, reason, httpCode }: Pick<AttemptRecord, 'at' | 'reason' | 'httpCode'>) {
  return { at: toIso(at), explanation: reason === null ? null : reasonInWords(language, reason, httpCode) };
}
