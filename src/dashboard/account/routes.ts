import { Elysia, t } from 'elysia';
import { AppError, COMMIT, toIso, VERSION } from '../../base/index.ts';
import {
  barOf,
  changePassword,
  findOwnInstallation,
  hasPasskeys,
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
import { admissionPlugin, deviceOf, knockOf, letIn, renewCookie, sessionOf, signedOf } from '../admission.ts';
import { momentOf, ownCtxOf } from '../context.ts';
import { endedCookie } from '../cookie.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { canMail, mailUrlOf } from '../mail-in-force.ts';
import { answerOnce } from '../make-once.ts';
import { ChosenLanguage, Done, Nothing } from '../wire.ts';
import { MeAnswer, SessionsAnswer } from './answers.ts';

const Password = t.String({ maxLength: 1_000 });
const SignIn = t.Object(
  {
    email: t.String({ maxLength: 500 }),
    password: Password,
    remember: t.Boolean(),
    code: t.Optional(t.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
);
const Proof = t.Object({ password: Password }, { additionalProperties: false });
const NewPassword = t.Object({ present: Password, next: Password }, { additionalProperties: false });
const Account = t.Object(
  {
    name: t.Optional(t.String({ maxLength: 1_000 })),
    language: t.Optional(ChosenLanguage),
    theme: t.Optional(t.Union([t.Literal('system'), t.Literal('light'), t.Literal('dark')])),
  },
  { additionalProperties: false },
);
const OneSession = t.Object({ id: t.String({ maxLength: 100 }) }, { additionalProperties: false });

/** Signing in and out, one's own sessions, password and preferences. */
export function accountRoutes(deps: DashboardDeps) {
  const { storage, throttle, world } = deps;
  return new Elysia({ name: 'account' })
    .use(admissionPlugin(deps))
    .post(
      '/app/api/sign-in',
      async ({ body, request }) => {
        letIn(
          deps,
          request,
          await signIn(
            { storage, ...world, throttle },
            { ...body, at: knockOf(request), noteTried: (personId) => deps.noteTried(request, personId) },
          ),
          body.remember,
        );
        return answer(deps, request, {});
      },
      { admit: { who: 'anybody', guess: 'passwords' }, body: SignIn, response: Done },
    )
    .get(
      '/app/api/me',
      ({ request }) => {
        const session = sessionOf(deps, request);
        return answer(deps, request, session === undefined ? null : describeMe(deps, session, momentOf(deps, request)));
      },
      // Null for who is signed out: an error would stand on the console of everybody who comes to sign in.
      { admit: { who: 'anybody' }, response: MeAnswer },
    )
    .post(
      '/app/api/sign-out',
      async ({ request }) => {
        const { session } = signedOf(request);
        await revokeSession(ownCtxOf(deps, request), session.id);
        deps.setCookie(request, endedCookie(deps.isHttps(request)));
        return answer(deps, request, {});
      },
      { admit: { who: 'signed-in' }, body: Nothing, response: Done },
    )
    .get(
      '/app/api/sessions',
      ({ request }) => {
        const found = listSessions(storage, signedOf(request).session);
        const shown = found.map((one) => ({
          ...one,
          device: nameDevice(one.userAgent),
          createdAt: toIso(one.createdAt),
          lastSeenAt: toIso(one.lastSeenAt),
        }));
        return answer(deps, request, { sessions: shown });
      },
      { admit: { who: 'signed-in' }, response: SessionsAnswer },
    )
    .post(
      '/app/api/sessions/revoke',
      async ({ body, request }) => {
        if (!(await revokeSession(ownCtxOf(deps, request), body.id))) {
          throw new AppError({ rule: 'no_session' });
        }
        return answer(deps, request, {});
      },
      { admit: { who: 'signed-in', proof: true }, body: OneSession, response: Done },
    )
    .post(
      '/app/api/sessions/revoke-others',
      async ({ request }) => {
        await revokeOwnSessions(ownCtxOf(deps, request));
        return answer(deps, request, {});
      },
      { admit: { who: 'signed-in', proof: true }, body: Nothing, response: Done },
    )
    .post(
      '/app/api/prove',
      async ({ body, request }) => {
        renewCookie(deps, request, await prove(ownCtxOf(deps, request), body.password));
        return answer(deps, request, {});
      },
      { admit: { who: 'signed-in', tried: true }, body: Proof, response: Done },
    )
    .post(
      '/app/api/account',
      async ({ body, request }) => {
        await updateAccount(ownCtxOf(deps, request), body);
        return answer(deps, request, {});
      },
      { admit: { who: 'signed-in' }, body: Account, response: Done },
    )
    .post(
      '/app/api/account/address',
      async ({ request }) => {
        const url = mailUrlOf(deps);
        if (url === undefined) throw new AppError({ rule: 'links_unmailed' });
        return answerOnce(deps, { request }, async (once) => {
          await mailAddressProof({ ...ownCtxOf(deps, request), storage: once }, url);
          return {};
        });
      },
      { admit: { who: 'signed-in' }, body: Nothing, response: Done },
    )
    .post(
      '/app/api/account/password',
      async ({ body, request }) => {
        const { session } = signedOf(request);
        const token = await changePassword(ownCtxOf(deps, request), { ...body, device: deviceOf(deps, request) });
        letIn(deps, request, token, session.remembered);
        return answer(deps, request, {});
      },
      { admit: { who: 'signed-in', tried: true }, body: NewPassword, response: Done },
    );
}

function describeMe(deps: DashboardDeps, session: Session, nowMs: number) {
  const { id, email, name, language, theme } = session.person;
  return {
    person: { id, email, name, language, theme, unproved: isUnproved(deps.storage.read, session.person.seq) },
    session: { id: session.id, proved: isProved(session, nowMs), remembered: session.remembered },
    passkeys: passkeyOrigin(deps, session),
    workspaces: describeWorkspaces(deps, session),
    installation: {
      version: VERSION,
      commit: COMMIT,
      environment: deps.environment,
      allowPrivateWebhooks: deps.outbound.allowPrivate,
      mail: canMail(deps),
      mailsLinks: mailUrlOf(deps) !== undefined,
      plans: deps.host.showPlans,
      publicUrl: deps.host.publicUrl,
      own: findOwnInstallation(deps.storage, session) !== undefined,
    },
  };
}

/** Not even the name of one that an owner has ended this session in. */
const describeWorkspaces = ({ storage }: DashboardDeps, session: Session) =>
  listMemberships(storage, session.person.seq).flatMap((membership) => {
    const { seq: _, ...shown } = membership.workspace;
    const bar = barOf({ storage, session }, membership);
    if (bar === 'ended') return [];
    return [{ ...shown, role: membership.role, factorNeeded: bar === 'second_factor' }];
  });

/** Where one has a passkey that signs; null where not. */
function passkeyOrigin(deps: DashboardDeps, session: Session): string | null {
  const site = deps.passkeySite();
  return site !== undefined && hasPasskeys(deps.storage.read, site, session.person.seq) ? site.origin : null;
}
