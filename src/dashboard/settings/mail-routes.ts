import { Elysia, t } from 'elysia';
import { AppError, describeMailServer, type MailResult, type MailSettings, toIso } from '../../base/index.ts';
import { testMail } from '../../mail/index.ts';
import { type MailServerScope, prepareMailServer, removeMailServer, saveMailServer } from '../../mail-server/index.ts';
import { findFirstWorkspace, type Workspace } from '../../workspaces/index.ts';
import { admissionPlugin, memberOf, signedOf } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { mailInForce } from '../mail-in-force.ts';

const CLOSED = { additionalProperties: false };
const Text = t.String({ maxLength: 1_000 });
const Tls = t.Union([t.Literal('implicit'), t.Literal('starttls'), t.Literal('none')]);
const Server = t.Object(
  {
    ...{
      host: Text,
      port: t.Integer(),
      tls: Tls,
      user: Text,
      sender: Text,
    },
    password: t.Optional(Text),
  },
  CLOSED,
);
const Test = t.Object({ server: t.Optional(Server) }, CLOSED);
const Nothing = t.Object({}, CLOSED);
const BASE = '/app/api/workspaces/:workspace/mail';
/** A person waits for the answer, so the mail server gets less time than from the queue. */
const TEST_MS = 20_000;

/**
 * The mail server of the installation: filled in, tried by a mail to oneself, saved when that was taken. It is for the owners
 * of the first workspace; those of others see whether there is one.
 */
export function mailSettingsRoutes(deps: DashboardDeps) {
  const { storage, world, mail } = deps;
  const ports = { storage, random: world.random, given: mail.given };
  return new Elysia({ name: 'mail-settings' })
    .use(admissionPlugin(deps))
    .get(BASE, ({ request }) => answer(deps, request, describe(deps, request)), { admit: { who: 'owner' } })
    .post(
      `${BASE}/test`,
      async ({ body, request }) => {
        deciding(deps, request);
        const { settings } = body.server === undefined ? inForce(deps) : prepareMailServer(ports, body.server);
        return answer(deps, request, outcomeOf(request, await mailOneself(deps, request, settings)));
      },
      { admit: { who: 'owner', proof: true }, body: Test },
    )
    .post(
      BASE,
      async ({ body, request }) => {
        const scope = deciding(deps, request);
        const tryOut = (settings: MailSettings) => mailOneself(deps, request, settings);
        return answer(deps, request, outcomeOf(request, await saveMailServer(ports, body, tryOut, scope)));
      },
      { admit: { who: 'owner', proof: true }, body: Server },
    )
    .post(
      `${BASE}/remove`,
      async ({ request }) => {
        await removeMailServer(storage, deciding(deps, request));
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', proof: true }, body: Nothing },
    );
}

const firstOf = ({ storage }: DashboardDeps, request: Request): Workspace | undefined =>
  findFirstWorkspace(storage, signedOf(request).session.person.seq);

/** @throws forbidden */
function deciding(deps: DashboardDeps, request: Request): MailServerScope {
  const first = firstOf(deps, request);
  if (first === undefined) {
    throw new AppError('forbidden', 'This is for owners of the workspace that was made first.');
  }
  return { actor: signedOf(request).actor, workspaceSeq: first.seq };
}

/** @throws not_found */
function inForce(deps: DashboardDeps): { readonly settings: MailSettings } {
  const found = mailInForce(deps);
  if (found.kind === 'given' || found.kind === 'saved') return found;
  throw new AppError('not_found', 'No mail server is set.');
}

async function mailOneself(deps: DashboardDeps, request: Request, settings: MailSettings): Promise<MailResult> {
  const { throttle, world, mail } = deps;
  const { person } = signedOf(request).session;
  // Docket must not be made to flood a mailbox, or to knock at one port after the other.
  throttle.spend([`test mail of ${person.id}`]);
  const facts = { workspaceName: memberOf(request).workspace.name, sentAt: toIso(world.clock.now()) };
  const worded = testMail(person.language === 'ru' ? 'ru' : 'en', facts);
  const messageId = world.newId(world.clock.now());
  return mail.connect({ ...settings, timeoutMs: TEST_MS }).send({ to: person.email, ...worded, messageId });
}

const outcomeOf = (request: Request, result: MailResult) => ({
  to: signedOf(request).session.person.email,
  failed: result.ok ? null : { step: result.step, reason: result.reason },
});

/** Everything but the password. */
function describe(deps: DashboardDeps, request: Request) {
  const found = mailInForce(deps);
  const { given } = deps.mail;
  const mayChange = firstOf(deps, request) !== undefined;
  const shown = mayChange && (found.kind === 'given' || found.kind === 'saved');
  return {
    ...{ kind: found.kind, mayChange },
    server: shown ? describeMailServer(found.settings) : null,
    saved: mayChange && 'saved' in found ? found.saved : null,
    /** The flag or variable that says it; null: it can be filled in here. */
    givenBy: { server: given.smtpUrl?.by ?? null, from: given.from?.by ?? null },
  };
}
