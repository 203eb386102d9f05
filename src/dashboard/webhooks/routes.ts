import { Elysia, t } from 'elysia';
import { AppError, toIso, toIsoOrNull } from '../../base/index.ts';
import { reasonInWords } from '../../mail/index.ts';
import {
  addEndpoint,
  EVENT_TYPES,
  listAttempts,
  listEndpoints,
  parseEventTypes,
  removeEndpoint,
  resendEvent,
  resendMissed,
  resumeEndpoint,
  rotateSecret,
  sendTest,
  updateEndpoint,
} from '../../webhooks/index.ts';
import { admissionPlugin, memberOf, signedOf } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';

const Url = t.String({ maxLength: 10_000 });
const Events = t.Array(t.UnionEnum(EVENT_TYPES), { minItems: 1, maxItems: EVENT_TYPES.length });
const NewEndpoint = t.Object({ url: Url, events: Events }, { additionalProperties: false });
const Patch = t.Object(
  { url: t.Optional(Url), events: t.Optional(Events), enabled: t.Optional(t.Boolean()) },
  { additionalProperties: false },
);
const Nothing = t.Object({}, { additionalProperties: false });
const OneEvent = t.Object({ eventId: t.String({ maxLength: 100 }) }, { additionalProperties: false });
const Since = t.Object({ since: t.Integer({ minimum: 0 }) }, { additionalProperties: false });

const BASE = '/app/api/workspaces/:workspace/webhooks';
const gone = (): AppError => new AppError('not_found', 'There is no such endpoint in this workspace.');

function found<T>(value: T | undefined | false): T {
  if (value === undefined || value === false) throw gone();
  return value;
}

/** The endpoints of a workspace and what became of what was sent to them: read by all, changed by owners. */
export function webhookRoutes(deps: DashboardDeps) {
  const { storage, world, outbound } = deps;
  const { random } = world;
  const here = (request: Request) => ({
    workspace: memberOf(request).workspace,
    actor: signedOf(request).actor,
  });
  return new Elysia({ name: 'webhooks' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ request }) => {
        const endpoints = listEndpoints(storage, memberOf(request).workspace).map((endpoint) => ({
          ...endpoint,
          failingSince: toIsoOrNull(endpoint.failingSince),
          suspendedAt: toIsoOrNull(endpoint.suspendedAt),
          previousSecretUntil: toIsoOrNull(endpoint.previousSecretUntil),
          createdAt: toIso(endpoint.createdAt),
        }));
        return answer(deps, request, { endpoints });
      },
      { admit: { who: 'viewer' } },
    )
    .post(
      BASE,
      async ({ body, request }) => {
        const { workspace, actor } = here(request);
        const events = parseEventTypes(body.events.join(',')) ?? [];
        const added = await addEndpoint(storage, { random, outbound }, workspace, { url: body.url, events }, actor);
        return answer(deps, request, added);
      },
      { admit: { who: 'owner', proof: true }, body: NewEndpoint },
    )
    .post(
      `${BASE}/:id/update`,
      async ({ body, request, params }) => {
        const { workspace, actor } = here(request);
        const events = body.events === undefined ? undefined : parseEventTypes(body.events.join(','));
        const patch = { ...body, events };
        return answer(
          deps,
          request,
          found(await updateEndpoint(storage, outbound, workspace, params.id, patch, actor)),
        );
      },
      { admit: { who: 'owner' }, body: Patch },
    )
    .post(
      `${BASE}/:id/remove`,
      async ({ request, params }) => {
        const { workspace, actor } = here(request);
        found(await removeEndpoint(storage, workspace, params.id, actor));
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', proof: true }, body: Nothing },
    )
    .post(
      `${BASE}/:id/rotate`,
      async ({ request, params }) => {
        const { workspace, actor } = here(request);
        const rotated = found(await rotateSecret(storage, random, workspace, params.id, actor));
        return answer(deps, request, { ...rotated, previousSecretUntil: toIso(rotated.previousSecretUntil) });
      },
      { admit: { who: 'owner', proof: true }, body: Nothing },
    )
    .post(
      `${BASE}/:id/test`,
      async ({ request, params }) => {
        const { eventId } = await sendTest(storage, memberOf(request).workspace, params.id);
        return answer(deps, request, { eventId });
      },
      { admit: { who: 'owner' }, body: Nothing },
    )
    .post(
      `${BASE}/:id/resend`,
      async ({ body, request, params }) => {
        const { workspace, actor } = here(request);
        const { eventId } = await resendEvent(storage, workspace, params.id, body.eventId, actor);
        return answer(deps, request, { eventId });
      },
      { admit: { who: 'manager' }, body: OneEvent },
    )
    .post(
      `${BASE}/:id/resend-missed`,
      async ({ body, request, params }) => {
        const { workspace, actor } = here(request);
        return answer(deps, request, await resendMissed(storage, workspace, params.id, body.since, actor));
      },
      { admit: { who: 'owner' }, body: Since },
    )
    .post(
      `${BASE}/:id/resume`,
      async ({ request, params }) => {
        const { workspace, actor } = here(request);
        return answer(deps, request, found(await resumeEndpoint(storage, workspace, params.id, actor)));
      },
      { admit: { who: 'owner' }, body: Nothing },
    )
    .get(
      `${BASE}/:id/attempts`,
      ({ request, params }) => {
        const attempts = found(listAttempts(storage, memberOf(request).workspace, params.id));
        const language = signedOf(request).session.person.language === 'ru' ? 'ru' : 'en';
        const shown = attempts.map((one) => ({
          ...one,
          at: toIso(one.at),
          /** In plain words, with a next step. */
          explanation: one.reason === null ? null : reasonInWords(language, one.reason, one.httpCode),
        }));
        return answer(deps, request, { attempts: shown });
      },
      { admit: { who: 'viewer' } },
    );
}
