import { t } from 'elysia';
import { AppError, VERSION } from '../../base/index.ts';
import { listSourceNames } from '../../keys/index.ts';
import {
  barOf,
  changePassword,
  findOwnInstallation,
  isProved,
  isUnproved,
  listMemberships,
  listSessions,
  mailAddressProof,
  nameDevice,
  prove,
  revokeOwnSessions,
  revokeSession,
  type Session,
  signIn,
  updateAccount,
} from '../../people/index.ts';
import { CLOSED } from '../../web/index.ts';
import {
  ChosenLanguage,
  canMail,
  type Desk,
  Done,
  deviceOf,
  endCookie,
  group,
  letIn,
  mailUrlOf,
  makeOnce,
  Nothing,
  renewCookie,
  sessionOf,
  shown,
  type VisitCtx,
} from '../desk/index.ts';
import { MeAnswer, SessionsAnswer } from './answers.ts';
import { passkeyOrigin } from './passkey-routes.ts';

const Password = t.String({ maxLength: 1_000 });
const SignIn = t.Object(
  {
    email: t.String({ maxLength: 500 }),
    password: Password,
    remember: t.Boolean(),
    code: t.Optional(t.String({ maxLength: 100 })),
  },
  CLOSED,
);
const Proof = t.Object({ password: Password }, CLOSED);
const NewPassword = t.Object({ present: Password, next: Password }, CLOSED);
const Account = t.Object(
  {
    name: t.Optional(t.String({ maxLength: 1_000 })),
    language: t.Optional(ChosenLanguage),
    theme: t.Optional(t.Union([t.Literal('system'), t.Literal('light'), t.Literal('dark')])),
  },
  CLOSED,
);
const OneSession = t.Object({ id: t.String({ maxLength: 100 }) }, CLOSED);

export const accountRoutes = (desk: Desk) =>
  group(desk, 'account')
    .post(
      '/app/api/sign-in',
      async ({ ctx, body }) => {
        const session = await signIn(ctx, { ...body, ...ctx.guess });
        letIn(ctx, { device: ctx.guess.at.device, session, remembered: body.remember });
      },
      { guess: 'passwords', body: SignIn, response: Done },
    )
    .get(
      '/app/api/me',
      ({ ctx }) => {
        const session = sessionOf(ctx);
        return session === undefined ? null : describeMe(ctx, session);
      },
      // Returns null to a visitor who is signed out. An error would show in the console of everybody who opens the
      // sign-in page.
      { anybody: true, response: MeAnswer },
    )
    .post(
      '/app/api/sign-out',
      async ({ ctx }) => {
        await revokeSession(ctx, ctx.session.id);
        endCookie(ctx);
      },
      { person: true, body: Nothing, response: Done },
    )
    .get(
      '/app/api/sessions',
      ({ ctx }) => {
        const found = listSessions(ctx.storage, ctx.session);
        const sessions = found.map((one) => ({ ...one, device: nameDevice(one.userAgent) }));
        return shown(SessionsAnswer.data, { sessions });
      },
      { person: true, response: SessionsAnswer },
    )
    .post(
      '/app/api/sessions/revoke',
      async ({ ctx, body }) => {
        if (!(await revokeSession(ctx, body.id))) {
          throw new AppError({ rule: 'no_session' });
        }
      },
      { person: { proof: true }, body: OneSession, response: Done },
    )
    .post('/app/api/sessions/revoke-others', ({ ctx }) => revokeOwnSessions(ctx), {
      person: { proof: true },
      body: Nothing,
      response: Done,
    })
    .post(
      '/app/api/prove',
      async ({ ctx, body }) => {
        renewCookie(ctx, await prove(ctx, body.password));
      },
      { person: { tried: true }, body: Proof, response: Done },
    )
    .post('/app/api/account', ({ ctx, body }) => updateAccount(ctx, body), {
      person: true,
      body: Account,
      response: Done,
    })
    .post(
      '/app/api/account/address',
      async ({ ctx }) => {
        const url = mailUrlOf(ctx);
        if (url === undefined) throw new AppError({ rule: 'links_unmailed' });
        return makeOnce(ctx, undefined, (once) => mailAddressProof(once, url));
      },
      { person: true, body: Nothing, response: Done },
    )
    .post(
      '/app/api/account/password',
      async ({ ctx, body }) => {
        const device = deviceOf(ctx);
        const session = await changePassword(ctx, { ...body, device });
        letIn(ctx, { device, session, remembered: ctx.session.remembered });
      },
      { person: { tried: true }, body: NewPassword, response: Done },
    );

function describeMe(ctx: VisitCtx, session: Session) {
  const { id, email, name, language, theme } = session.person;
  return {
    person: { id, email, name, language, theme, unproved: isUnproved(ctx.storage.read, session.person.seq) },
    session: { id: session.id, proved: isProved(session, ctx.nowMs), remembered: session.remembered },
    passkeys: passkeyOrigin(ctx, session.person.seq),
    workspaces: describeWorkspaces(ctx, session),
    installation: {
      version: VERSION,
      environment: ctx.environment,
      allowPrivateWebhooks: ctx.outbound.allowPrivate,
      mail: canMail(ctx),
      mailsLinks: mailUrlOf(ctx) !== undefined,
      plans: ctx.host.showPlans,
      publicUrl: ctx.host.publicUrl,
      own: findOwnInstallation(ctx.storage, session) !== undefined,
    },
  };
}

/** Returns the person's workspaces, except those in which an owner ended this session. */
const describeWorkspaces = ({ storage }: VisitCtx, session: Session) =>
  listMemberships(storage, session.person.seq).flatMap((membership) => {
    const { seq, ...shown } = membership.workspace;
    const bar = barOf({ storage, session }, membership);
    if (bar === 'ended') return [];
    const { role } = membership;
    const sees = bar === undefined && role !== 'courier';
    const sources = sees ? listSourceNames(storage.read, seq) : [];
    return [{ ...shown, role, factorNeeded: bar === 'second_factor', sources }];
  });
