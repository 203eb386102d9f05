import { Elysia, t } from 'elysia';
import { toIso, toIsoOrNull } from '../../base/index.ts';
import {
  changeRole,
  endSessions,
  findOwnInstallation,
  type Invited,
  type Inviting,
  invitePerson,
  listInvitations,
  listPeople,
  onlyHereOf,
  removePerson,
  renewInvitation,
  requireSecondFactor,
  vouchForMember,
} from '../../people/index.ts';
import type { Storage } from '../../storage/index.ts';
import { listWorkspaces } from '../../workspaces/index.ts';
import { admissionPlugin, memberOf, signedOf } from '../admission.ts';
import { ctxOf, momentOf, ownCtxOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { mailUrlOf } from '../mail-in-force.ts';
import { answerOnce } from '../make-once.ts';
import { ChosenLanguage, CLOSED, Done, Nothing } from '../wire.ts';
import { InvitedAnswer, PeopleAnswer } from './answers.ts';

const Role = t.Union([t.Literal('owner'), t.Literal('manager'), t.Literal('viewer')]);
const NewPerson = t.Object({ email: t.String({ maxLength: 1_000 }), role: Role, language: ChosenLanguage }, CLOSED);
const NewRole = t.Object({ role: Role }, CLOSED);
const Demand = t.Object({ required: t.Boolean() }, CLOSED);

const BASE = '/app/api/workspaces/:workspace/people';
const showsLink = ({ link }: Invited): boolean => link !== null;

/** Who belongs to a workspace, by its owners alone; whatever lets somebody in, or takes them out, asks for the password anew. */
export function peopleRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'people' })
    .use(admissionPlugin(deps))
    .use(safetyRoutes(deps))
    .get(
      BASE,
      ({ request }) => {
        const onlyHere = onlyHereOf(invitingOf(deps, request));
        return answer(deps, request, { people: describePeople(deps, request), onlyHere });
      },
      { admit: { who: 'owner' }, response: PeopleAnswer },
    )
    .post(
      BASE,
      async ({ body, request }) => {
        const inviting = invitingOf(deps, request);
        const make = (once: Storage) => invitePerson({ ...ctxOf(deps, request), storage: once, inviting }, body);
        return answerOnce(deps, { request, body }, make, showsLink);
      },
      { admit: { who: 'owner', proof: true }, body: NewPerson, response: InvitedAnswer },
    )
    .post(
      `${BASE}/:id/invite`,
      async ({ params, request }) => {
        const inviting = invitingOf(deps, request);
        const make = (once: Storage) =>
          renewInvitation({ ...ctxOf(deps, request), storage: once, inviting }, params.id);
        return answerOnce(deps, { request }, make, showsLink);
      },
      { admit: { who: 'owner', proof: true }, body: Nothing, response: InvitedAnswer },
    )
    .post(
      `${BASE}/:id/role`,
      async ({ body, params, request }) => {
        await changeRole(ctxOf(deps, request), { id: params.id, role: body.role });
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', proof: true }, body: NewRole, response: Done },
    )
    .post(
      `${BASE}/:id/vouch`,
      async ({ params, request }) => {
        await vouchForMember(ctxOf(deps, request), params.id);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', installation: true, proof: true }, body: Nothing, response: Done },
    )
    .post(
      `${BASE}/:id/remove`,
      async ({ params, request }) => {
        await removePerson(ctxOf(deps, request), params.id);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', proof: true }, body: Nothing, response: Done },
    );
}

/** The members, and whoever was invited and has not come. */
function describePeople(deps: DashboardDeps, request: Request) {
  const { storage } = deps;
  const { workspace } = memberOf(request);
  const vouches = mayVouch(deps, request);
  const members = listPeople(storage, workspace).map((person) => ({ ...person, expired: false }));
  return [...members, ...listInvitations({ storage, workspace }, { nowMs: momentOf(deps, request) })].map((person) => ({
    ...person,
    /** It matters where there are other workspaces, which the account cannot join yet. */
    vouchable: vouches && person.unproved,
    createdAt: toIso(person.createdAt),
    lastSeenAt: toIsoOrNull(person.lastSeenAt),
  }));
}

const mayVouch = ({ storage }: DashboardDeps, request: Request): boolean =>
  findOwnInstallation(storage, signedOf(request).session) !== undefined && listWorkspaces(storage).length > 1;

/** Where the asking browser is, which the proxy in front of Docket is asked by. */
function originOf({ isHttps }: DashboardDeps, request: Request): string {
  const { host, origin } = new URL(request.url);
  return isHttps(request) ? `https://${host}` : origin;
}

function invitingOf(deps: DashboardDeps, request: Request): Inviting {
  const { seq, name } = signedOf(request).session.person;
  return {
    random: deps.world.random,
    mailUrl: mailUrlOf(deps) ?? null,
    // To whoever asks alone, whose own browser wrote the request's Host.
    shownUrl: deps.host.publicUrl ?? originOf(deps, request),
    inviter: { seq, name },
  };
}

/** What makes the people of a workspace show who they are, once more or better. */
function safetyRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'people-safety' })
    .use(admissionPlugin(deps))
    .post(
      `${BASE}/second-factor`,
      async ({ body, request }) => {
        await requireSecondFactor({ ...ctxOf(deps, request), ...ownCtxOf(deps, request) }, body.required);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', proof: true }, body: Demand, response: Done },
    )
    .post(
      `${BASE}/:id/end-sessions`,
      async ({ params, request }) => {
        await endSessions(ctxOf(deps, request), params.id);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', proof: true }, body: Nothing, response: Done },
    );
}
