import { Elysia, t } from 'elysia';
import { fieldText, hostAlone, limitOf, readableUrl, toIso } from '../../base/index.ts';
import { reasonInWords } from '../../mail/index.ts';
import type { Storage } from '../../storage/index.ts';
import {
  addEndpoint,
  EVENT_TYPES,
  listEndpoints,
  parseEventTypes,
  removeEndpoint,
  resendEvent,
  resendMissed,
  resumeEndpoint,
  rotateSecret,
  sendTest,
  signRequest,
  updateEndpoint,
} from '../../webhooks/index.ts';
import { admissionPlugin, memberOf, requireProof, signedOf } from '../admission.ts';
import { ctxOf, languageOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { answerOnce, SECRET } from '../make-once.ts';
import { Done, Nothing, oneOf } from '../wire.ts';
import {
  AddedAnswer,
  AddressAnswer,
  ResentAnswer,
  ResumedAnswer,
  RotatedAnswer,
  SentAnswer,
  SignedAnswer,
  UpdatedAnswer,
} from './answers.ts';
import { BASE, found, here, LATEST_MS } from './context.ts';

const Url = t.String({ maxLength: 10_000 });
const Events = t.Array(t.UnionEnum(EVENT_TYPES), { minItems: 1, maxItems: EVENT_TYPES.length });
const NewEndpoint = t.Object({ url: Url, events: Events }, { additionalProperties: false });
const Patch = t.Object(
  { url: t.Optional(Url), events: t.Optional(Events), enabled: t.Optional(t.Boolean()) },
  { additionalProperties: false },
);
const OneAddress = t.Object({ url: Url }, { additionalProperties: false });
/** Nothing: whatever a test says. */
const Resume = t.Object({ afterTest: t.Optional(t.String({ maxLength: 100 })) }, { additionalProperties: false });
const OneEvent = t.Object({ eventId: t.String({ maxLength: 100 }) }, { additionalProperties: false });
/** Without an event: a test event. */
const Test = t.Object({ event: t.Optional(oneOf(EVENT_TYPES)) }, { additionalProperties: false });
const Since = t.Object({ since: t.Integer({ minimum: 0, maximum: LATEST_MS }) }, { additionalProperties: false });

/** A look-up of a name each; far more than a person needs who types an address. */
const CHECKS = { tries: 60, refillMs: 1_000 };

/** The endpoints of a workspace, changed by owners; what is read of them is in `reading`. */
export function webhookRoutes(deps: DashboardDeps) {
  const { storage, outbound, throttle } = deps;
  return new Elysia({ name: 'webhooks' })
    .use(admissionPlugin(deps))
    .post(
      BASE,
      async ({ body, request }) => {
        const events = parseEventTypes(body.events.join(',')) ?? [];
        const wish = { url: body.url, events };
        const make = (once: Storage) => addEndpoint({ ...ctxOf(deps, request), storage: once }, wish);
        return answerOnce(deps, { request, body }, make, SECRET);
      },
      { admit: { who: 'owner', proof: true }, body: NewEndpoint, response: AddedAnswer },
    )
    .post(
      `${BASE}/check-address`,
      async ({ body, request }) => {
        throttle.spend([limitOf(`checks of ${signedOf(request).session.person.id}`, CHECKS)]);
        // The name is looked up and its certificate read; nothing is sent there.
        const { url, trouble, unreached } = await outbound.look(body.url);
        const told = trouble === undefined ? null : { ...trouble, path: 'url', message: fieldText(trouble) };
        const why = unreached === null ? null : reasonInWords(languageOf(request), unreached, null);
        return answer(deps, request, { usable: url !== null, trouble: told, unreached: why });
      },
      { admit: { who: 'owner' }, body: OneAddress, response: AddressAnswer },
    )
    .post(
      `${BASE}/:id/update`,
      async ({ body, request, params }) => {
        const { workspace } = here(request);
        const present = listEndpoints(storage, workspace).find(({ id }) => id === params.id);
        // As much as a new endpoint: all that waits, and all that comes, would go there.
        const isKept = body.url === undefined || readableUrl(body.url) === readableUrl(present?.url ?? '');
        if (!isKept) requireProof(deps, signedOf(request).session);
        const events = body.events === undefined ? undefined : parseEventTypes(body.events.join(','));
        const patch = { ...body, events };
        return answer(deps, request, found(await updateEndpoint(ctxOf(deps, request), { id: params.id, ...patch })));
      },
      { admit: { who: 'owner' }, body: Patch, response: UpdatedAnswer },
    )
    .post(
      `${BASE}/:id/remove`,
      async ({ request, params }) => {
        found(await removeEndpoint(ctxOf(deps, request), params.id));
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', proof: true }, body: Nothing, response: Done },
    )
    .post(
      `${BASE}/:id/rotate`,
      async ({ request, params }) => {
        const make = async (once: Storage) => {
          const rotated = found(await rotateSecret({ ...ctxOf(deps, request), storage: once }, params.id));
          return { ...rotated, previousSecretUntil: toIso(rotated.previousSecretUntil) };
        };
        return answerOnce(deps, { request }, make, SECRET);
      },
      { admit: { who: 'owner', proof: true }, body: Nothing, response: RotatedAnswer },
    )
    .post(
      `${BASE}/:id/test`,
      async ({ body, request, params }) => {
        return answerOnce(deps, { request, body }, async (once) => {
          const { eventId } = await sendTest(
            { ...ctxOf(deps, request), storage: once },
            { id: params.id, event: body.event },
          );
          return { eventId };
        });
      },
      { admit: { who: 'owner' }, body: Test, response: SentAnswer },
    )
    .post(
      `${BASE}/:id/resend`,
      async ({ body, request, params }) => {
        return answerOnce(deps, { request, body }, async (once) => {
          const { eventId } = await resendEvent(
            { ...ctxOf(deps, request), storage: once },
            { id: params.id, eventId: body.eventId },
          );
          return { eventId };
        });
      },
      { admit: { who: 'manager' }, body: OneEvent, response: SentAnswer },
    )
    .post(
      `${BASE}/:id/sign`,
      async ({ body, request, params }) => {
        const signed = await signRequest(ctxOf(deps, request), { id: params.id, eventId: body.eventId });
        const { url, ...rest } = found(signed);
        // As it is to be sent, and not as it reads.
        const isOwner = memberOf(request).role === 'owner';
        return answer(deps, request, { ...rest, url: isOwner ? url : hostAlone(url) });
      },
      { admit: { who: 'manager' }, body: OneEvent, response: SignedAnswer },
    )
    .post(
      `${BASE}/:id/resend-missed`,
      async ({ body, request, params }) => {
        const make = (once: Storage) =>
          resendMissed({ ...ctxOf(deps, request), storage: once }, { id: params.id, sinceMs: body.since });
        return answerOnce(deps, { request, body }, make);
      },
      { admit: { who: 'owner' }, body: Since, response: ResentAnswer },
    )
    .post(
      `${BASE}/:id/resume`,
      async ({ body, request, params }) => {
        return answer(
          deps,
          request,
          found(await resumeEndpoint(ctxOf(deps, request), { id: params.id, afterTest: body.afterTest })),
        );
      },
      { admit: { who: 'owner' }, body: Resume, response: ResumedAnswer },
    );
}
