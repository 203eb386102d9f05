import { t } from 'elysia';
import { AppError } from '../../base/index.ts';
import {
  changeRole,
  endSessions,
  findOwnInstallation,
  type InvitationResult,
  type InvitationWays,
  invitePerson,
  linkForPassword,
  listInvitations,
  listPeople,
  onlyHereOf,
  removePerson,
  renewInvitation,
  requireSecondFactor,
  vouchForMember,
} from '../../people/index.ts';
import { ROLES } from '../../storage/index.ts';
import { CLOSED } from '../../web/index.ts';
import { findFirstWorkspace, listWorkspaces } from '../../workspaces/index.ts';
import {
  ChosenLanguage,
  type Desk,
  Done,
  group,
  type MemberCtx,
  mailUrlOf,
  makeOnce,
  Nothing,
  oneOf,
  shown,
} from '../desk/index.ts';
import { InvitedAnswer, PeopleAnswer, Person } from './answers.ts';

const Role = oneOf(ROLES);
const NewPerson = t.Object({ email: t.String({ maxLength: 1_000 }), role: Role, language: ChosenLanguage }, CLOSED);
const NewRole = t.Object({ role: Role }, CLOSED);
const Demand = t.Object({ required: t.Boolean() }, CLOSED);

const BASE = '/app/api/workspaces/:workspace/people';

export const peopleRoutes = (desk: Desk) =>
  group(desk, 'people')
    .use(safetyRoutes(desk))
    .get(BASE, ({ ctx }) => ({ people: describePeople(ctx), onlyHere: onlyHereOf(invitingOf(ctx)) }), {
      owner: true,
      response: PeopleAnswer,
    })
    .post(BASE, ({ ctx, body }) => makeLink(ctx, body, (once) => invitePerson(once, body)), {
      owner: { proof: true },
      body: NewPerson,
      response: InvitedAnswer,
    })
    .post(
      `${BASE}/:id/invite`,
      ({ ctx, params }) => makeLink(ctx, undefined, (once) => renewInvitation(once, params.id)),
      { owner: { proof: true }, body: Nothing, response: InvitedAnswer },
    )
    .post(`${BASE}/:id/role`, ({ ctx, body, params }) => changeRole(ctx, { id: params.id, role: body.role }), {
      owner: { proof: true },
      body: NewRole,
      response: Done,
    })
    .post(`${BASE}/:id/vouch`, ({ ctx, params }) => vouchForMember(ctx, params.id), {
      owner: { installation: true, proof: true },
      body: Nothing,
      response: Done,
    })
    .post(
      `${BASE}/:id/password-link`,
      ({ ctx, params }) => makeLink(ctx, undefined, (once) => linkForPassword(once, params.id)),
      { owner: { installation: true, proof: true }, body: Nothing, response: InvitedAnswer },
    )
    .post(`${BASE}/:id/remove`, ({ ctx, params }) => removePerson(ctx, params.id), {
      owner: { proof: true },
      body: Nothing,
      response: Done,
    });

function describePeople(ctx: MemberCtx) {
  const { workspace } = ctx;
  const isOwnInstallation = findOwnInstallation(ctx.storage, ctx.session) !== undefined;
  const isFirst = findFirstWorkspace(ctx.storage.read)?.seq === workspace.seq;
  // Vouching lets an account join other workspaces, so it is offered only if there are several.
  const vouches = isOwnInstallation && listWorkspaces(ctx.storage).length > 1;
  const members = listPeople(ctx.storage, workspace).map((person) => ({ ...person, expired: false }));
  return [...members, ...listInvitations(ctx, { nowMs: ctx.nowMs })].map((person) =>
    shown(Person, {
      ...person,
      vouchable: vouches && person.unproved,
      resettable: isOwnInstallation && isFirst && !person.pending && person.role !== 'owner',
    }),
  );
}

/**
 * Returns the origin that the member's browser uses, which may be that of a proxy. @throws bad_request for an invalid
 * Host header
 */
function originOf({ isHttps, request }: MemberCtx): string {
  const url = URL.parse(request.url);
  if (url === null) throw new AppError({ rule: 'one_host' });
  return isHttps(request) ? `https://${url.host}` : url.origin;
}

function invitingOf(ctx: MemberCtx): InvitationWays {
  const { seq, name } = ctx.session.person;
  return {
    random: ctx.random,
    mailUrl: mailUrlOf(ctx) ?? null,
    // A forged Host header harms only its sender, because only the sender sees this link.
    shownUrl: ctx.host.publicUrl ?? originOf(ctx),
    inviter: { seq, name },
  };
}

type InvitingCtx = MemberCtx & { readonly inviting: InvitationWays };

/** Makes a link for an invitation or a new password. The link is secret, so a repeated request never gets it. */
function makeLink(ctx: MemberCtx, body: unknown, make: (once: InvitingCtx) => Promise<InvitationResult>) {
  const inviting = invitingOf(ctx);
  return makeOnce(
    ctx,
    body,
    (once) => make({ ...once, inviting }),
    ({ link }) => link !== null,
  );
}

const safetyRoutes = (desk: Desk) =>
  group(desk, 'people-safety')
    .post(`${BASE}/second-factor`, ({ ctx, body }) => requireSecondFactor(ctx, body.required), {
      owner: { proof: true },
      body: Demand,
      response: Done,
    })
    .post(`${BASE}/:id/end-sessions`, ({ ctx, params }) => endSessions(ctx, params.id), {
      owner: { proof: true },
      body: Nothing,
      response: Done,
    });
