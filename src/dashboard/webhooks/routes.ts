import { Type } from '@sinclair/typebox';
import { t } from 'elysia';
import { fieldText, hostAlone, limitOf, readableUrl } from '../../base/index.ts';
import { reasonInWords } from '../../mail/index.ts';
import { CLOSED } from '../../web/index.ts';
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
import {
  type Desk,
  Done,
  group,
  type MemberCtx,
  makeOnce,
  Nothing,
  oneOf,
  readToTheEnd,
  requireProof,
  SECRET,
  shown,
} from '../desk/index.ts';
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
import { BASE, found, LATEST_MS } from './context.ts';
import { readMissedSteps } from './reading/missed.ts';

const Url = t.String({ maxLength: 10_000 });
const Events = t.Array(t.UnionEnum(EVENT_TYPES), { minItems: 1, maxItems: EVENT_TYPES.length });
const NewEndpoint = t.Object({ url: Url, events: Events }, CLOSED);
const Patch = t.Object({ url: t.Optional(Url), events: t.Optional(Events), enabled: t.Optional(t.Boolean()) }, CLOSED);
const OneAddress = t.Object({ url: Url }, CLOSED);
/** `afterTest` is the id of a test that must have succeeded. It is left out if no test is needed. */
const Resume = t.Object({ afterTest: t.Optional(t.String({ maxLength: 100 })) }, CLOSED);
const OneEvent = t.Object({ eventId: t.String({ maxLength: 100 }) }, CLOSED);
/** `event` is the type of event to send. It is left out for a test event. */
const Test = t.Object({ event: t.Optional(oneOf(EVENT_TYPES)) }, CLOSED);
const Since = t.Object({ since: Type.Integer({ minimum: 0, maximum: LATEST_MS }) }, CLOSED);

/** The limit on new addresses, because each needs a DNS lookup. */
const LOOKUPS = { tries: 10, refillMs: 1_000 };
const spendLookup = ({ throttle, workspace }: MemberCtx): void =>
  throttle.spend([limitOf(`addresses of ${workspace.id}`, LOOKUPS)]);

export const webhookRoutes = (desk: Desk) =>
  group(desk, 'webhooks')
    .post(
      BASE,
      ({ ctx, body }) => {
        spendLookup(ctx);
        const events = parseEventTypes(body.events.join(',')) ?? [];
        return makeOnce(ctx, body, (once) => addEndpoint(once, { url: body.url, events }), SECRET);
      },
      { owner: { proof: true }, body: NewEndpoint, response: AddedAnswer },
    )
    .post(
      `${BASE}/check-address`,
      async ({ ctx, body }) => {
        spendLookup(ctx);
        // This resolves the name and reads the certificate, but sends no request.
        const { url, trouble, unreached } = await ctx.outbound.look(body.url);
        const told = trouble === undefined ? null : { ...trouble, path: 'url', message: fieldText(trouble) };
        const why = unreached === null ? null : reasonInWords(ctx.language, unreached, null);
        return { usable: url !== null, trouble: told, unreached: why };
      },
      { owner: true, body: OneAddress, response: AddressAnswer },
    )
    .post(
      `${BASE}/:id/update`,
      async ({ ctx, body, params }) => {
        const present = listEndpoints(ctx.storage, ctx.workspace).find(({ id }) => id === params.id);
        // A new address needs the same proof as a new endpoint, because it receives all waiting and future events.
        const isKept = body.url === undefined || readableUrl(body.url) === readableUrl(present?.url ?? '');
        if (!isKept) {
          requireProof(ctx);
          spendLookup(ctx);
        }
        const events = body.events === undefined ? undefined : parseEventTypes(body.events.join(','));
        const patch = { ...body, events };
        return found(await updateEndpoint(ctx, { id: params.id, ...patch }));
      },
      { owner: true, body: Patch, response: UpdatedAnswer },
    )
    .post(
      `${BASE}/:id/remove`,
      async ({ ctx, params }) => {
        found(await removeEndpoint(ctx, params.id));
      },
      { owner: { proof: true }, body: Nothing, response: Done },
    )
    .post(
      `${BASE}/:id/rotate`,
      ({ ctx, params }) => {
        const make = async (once: MemberCtx) => shown(RotatedAnswer.data, found(await rotateSecret(once, params.id)));
        return makeOnce(ctx, undefined, make, SECRET);
      },
      { owner: { proof: true }, body: Nothing, response: RotatedAnswer },
    )
    .post(
      `${BASE}/:id/test`,
      ({ ctx, body, params }) =>
        makeOnce(ctx, body, async (once) => {
          const { eventId } = await sendTest(once, { id: params.id, event: body.event });
          return { eventId };
        }),
      { owner: true, body: Test, response: SentAnswer },
    )
    .post(
      `${BASE}/:id/resend`,
      ({ ctx, body, params }) =>
        makeOnce(ctx, body, async (once) => {
          const { eventId } = await resendEvent(once, { id: params.id, eventId: body.eventId });
          return { eventId };
        }),
      { manager: true, body: OneEvent, response: SentAnswer },
    )
    .post(
      `${BASE}/:id/sign`,
      async ({ ctx, body, params }) => {
        const signed = await signRequest(ctx, { id: params.id, eventId: body.eventId });
        const { url, ...rest } = found(signed);
        // Owners get the exact address that is called. All others get only its host.
        const isOwner = ctx.role === 'owner';
        return { ...rest, url: isOwner ? url : hostAlone(url) };
      },
      { manager: true, body: OneEvent, response: SignedAnswer },
    )
    .post(
      `${BASE}/:id/resend-missed`,
      ({ ctx, body, params }) =>
        makeOnce(ctx, body, (once) =>
          resendMissed(once, {
            id: params.id,
            sinceMs: body.since,
            find: (asked) => readToTheEnd(once, readMissedSteps, asked),
          }),
        ),
      { owner: { slot: 'reports' }, body: Since, response: ResentAnswer },
    )
    .post(
      `${BASE}/:id/resume`,
      async ({ ctx, body, params }) => found(await resumeEndpoint(ctx, { id: params.id, ...body })),
      { owner: true, body: Resume, response: ResumedAnswer },
    );
