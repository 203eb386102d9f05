import { Elysia, t } from 'elysia';
import { AppError, describeMailServer, limitOf, type MailResult, type MailSettings, toIso } from '../../base/index.ts';
import { testMail } from '../../mail/index.ts';
import {
  type MailServerScope,
  noteMailTest,
  prepareMailServer,
  removeMailServer,
  saveMailServer,
} from '../../mail-server/index.ts';
import { findFirstWorkspace } from '../../workspaces/index.ts';
import { admissionPlugin, memberOf, signedOf } from '../admission.ts';
import { languageOf, momentOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { mailInForce } from '../mail-in-force.ts';
import { CLOSED, Done, Nothing } from '../wire.ts';
import { MailAnswer, MailOutcome } from './answers.ts';

const Text = t.String({ maxLength: 1_000 });
const Tls = t.Union([t.Literal('implicit'), t.Literal('starttls'), t.Literal('none')]);
const Server = t.Object(
  { host: Text, port: t.Integer(), tls: Tls, user: Text, sender: Text, password: t.Optional(Text) },
  CLOSED,
);
const Test = t.Object({ server: t.Optional(Server) }, CLOSED);
const BASE = '/app/api/workspaces/:workspace/mail';
const WHO = { who: 'owner', installation: true } as const;
const PROVED = { ...WHO, proof: true } as const;
/** A person waits for the answer, so the mail server gets less time than from the queue. */
const TEST_MS = 20_000;

/**
 * The mail server of the installation, for the owners of the first workspace: filled in, tried by a mail to oneself, saved
 * when that was taken.
 */
export function mailSettingsRoutes(deps: DashboardDeps) {
  const { storage, world, mail } = deps;
  const ports = { storage, random: world.random, given: mail.given };
  return new Elysia({ name: 'mail-settings' })
    .use(admissionPlugin(deps))
    .get(BASE, ({ request }) => answer(deps, request, describe(deps)), { admit: WHO, response: MailAnswer })
    .post(
      `${BASE}/test`,
      async ({ body, request }) => {
        const { settings } = body.server === undefined ? inForce(deps) : prepareMailServer(ports, body.server);
        const result = await mailOneself(deps, request, settings);
        await noteMailTest({ storage, ...scopeOf(deps, request) }, settings);
        return answer(deps, request, outcomeOf(request, result));
      },
      { admit: PROVED, body: Test, response: MailOutcome },
    )
    .post(
      BASE,
      async ({ body, request }) => {
        const tryOut = (settings: MailSettings) => mailOneself(deps, request, settings);
        const ctx = { ...ports, ...scopeOf(deps, request), tryOut };
        return answer(deps, request, outcomeOf(request, await saveMailServer(ctx, body)));
      },
      { admit: PROVED, body: Server, response: MailOutcome },
    )
    .post(
      `${BASE}/remove`,
      async ({ request }) => {
        await removeMailServer({ storage, ...scopeOf(deps, request) });
        return answer(deps, request, {});
      },
      { admit: PROVED, body: Nothing, response: Done },
    );
}

/** Stands in the history of the first workspace, whichever one it was done from. */
const scopeOf = ({ storage }: DashboardDeps, request: Request): MailServerScope => ({
  actor: signedOf(request).actor,
  workspaceSeq: findFirstWorkspace(storage.read)?.seq,
});

/** @throws not_found */
function inForce(deps: DashboardDeps): { readonly settings: MailSettings } {
  const found = mailInForce(deps);
  if (found.kind === 'given' || found.kind === 'saved') return found;
  throw new AppError({ rule: 'no_mail_server' });
}

async function mailOneself(deps: DashboardDeps, request: Request, settings: MailSettings): Promise<MailResult> {
  const { throttle, world, mail } = deps;
  const nowMs = momentOf(deps, request);
  const { person } = signedOf(request).session;
  // Docket must not be made to flood a mailbox, or to knock at one port after the other.
  throttle.spend([limitOf(`test mail of ${person.id}`)]);
  const facts = { workspaceName: memberOf(request).workspace.name, sentAt: toIso(nowMs) };
  const worded = testMail(languageOf(request), facts);
  const messageId = world.newId(nowMs);
  return mail.connect({ ...settings, timeoutMs: TEST_MS }).send({ to: person.email, ...worded, messageId });
}

const outcomeOf = (request: Request, result: MailResult) => ({
  to: signedOf(request).session.person.email,
  failed: result.ok ? null : { step: result.step, reason: result.reason },
});

/** Everything but the password. */
function describe(deps: DashboardDeps) {
  const found = mailInForce(deps);
  const { given } = deps.mail;
  return {
    kind: found.kind,
    server: found.kind === 'given' || found.kind === 'saved' ? describeMailServer(found.settings) : null,
    saved: 'saved' in found ? found.saved : null,
    /** The flag or variable that says it; null: it can be filled in here. */
    givenBy: { server: given.smtpUrl?.by ?? null, from: given.from?.by ?? null },
  };
}
