import { Type } from '@sinclair/typebox';
import { t } from 'elysia';
import { AppError, describeMailServer, limitOf, type MailResult, type MailSettings, toIso } from '../../base/index.ts';
import { testMail } from '../../mail/index.ts';
import { noteMailTest, prepareMailServer, removeMailServer, saveMailServer } from '../../mail-server/index.ts';
import { CLOSED } from '../../web/index.ts';
import { findFirstWorkspace } from '../../workspaces/index.ts';
import { type Desk, Done, group, type MemberCtx, mailInForce, Nothing, type VisitCtx } from '../desk/index.ts';
import { MailAnswer, MailOutcome } from './answers.ts';

const Text = t.String({ maxLength: 1_000 });
const Tls = t.Union([t.Literal('implicit'), t.Literal('starttls'), t.Literal('none')]);
const Server = t.Object(
  { host: Text, port: Type.Integer(), tls: Tls, user: Text, sender: Text, password: t.Optional(Text) },
  CLOSED,
);
const Test = t.Object({ server: t.Optional(Server) }, CLOSED);
const BASE = '/app/api/workspaces/:workspace/mail';
const WHO = { installation: true } as const;
const PROVED = { ...WHO, proof: true } as const;
/**
 * The time limit for sending a test mail. The user waits for the result, so the limit is shorter than for queued mail.
 */
const TEST_MS = 20_000;

export const mailSettingsRoutes = (desk: Desk) =>
  group(desk, 'mail-settings')
    .get(BASE, ({ ctx }) => describe(ctx), { owner: WHO, response: MailAnswer })
    .post(
      `${BASE}/test`,
      async ({ ctx, body }) => {
        const server = serverCtx(ctx);
        const { settings } = body.server === undefined ? inForce(ctx) : prepareMailServer(server, body.server);
        const result = await server.tryOut(settings);
        await noteMailTest(server, settings);
        return outcomeOf(ctx, result);
      },
      { owner: PROVED, body: Test, response: MailOutcome },
    )
    .post(BASE, async ({ ctx, body }) => outcomeOf(ctx, await saveMailServer(serverCtx(ctx), body)), {
      owner: PROVED,
      body: Server,
      response: MailOutcome,
    })
    .post(`${BASE}/remove`, ({ ctx }) => removeMailServer(serverCtx(ctx)), {
      owner: PROVED,
      body: Nothing,
      response: Done,
    });

/**
 * Returns the context of the first workspace. Its history records each change of the mail settings, whatever workspace
 * the change is made in.
 */
const serverCtx = (ctx: MemberCtx) => ({
  ...ctx,
  given: ctx.mail.given,
  workspaceSeq: findFirstWorkspace(ctx.storage.read)?.seq,
  tryOut: (settings: MailSettings) => mailOneself(ctx, settings),
});

function inForce(ctx: VisitCtx): { readonly settings: MailSettings } {
  const found = mailInForce(ctx);
  if (found.kind === 'given' || found.kind === 'saved') return found;
  throw new AppError({ rule: 'no_mail_server' });
}

async function mailOneself(ctx: MemberCtx, settings: MailSettings): Promise<MailResult> {
  const { nowMs } = ctx;
  const { person } = ctx.session;
  // Tests are limited, so that nobody can use Docket to flood a mailbox or to scan ports.
  ctx.throttle.spend([limitOf(`test mail of ${person.id}`)]);
  const facts = { workspaceName: ctx.workspace.name, sentAt: toIso(nowMs) };
  const worded = testMail(ctx.language, facts);
  const messageId = ctx.newId(nowMs);
  return ctx.mail.connect({ ...settings, timeoutMs: TEST_MS }).send({ to: person.email, ...worded, messageId });
}

const outcomeOf = ({ session }: MemberCtx, result: MailResult) => ({
  to: session.person.email,
  failed: result.ok ? null : { step: result.step, reason: result.reason },
});

function describe(ctx: VisitCtx) {
  const found = mailInForce(ctx);
  const { given } = ctx.mail;
  return {
    kind: found.kind,
    server: found.kind === 'given' || found.kind === 'saved' ? describeMailServer(found.settings) : null,
    saved: 'saved' in found ? found.saved : null,
    /** The flag or variable that sets each value; null if the page may set it. */
    givenBy: { server: given.smtpUrl?.by ?? null, from: given.from?.by ?? null },
  };
}
