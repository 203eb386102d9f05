import { t } from 'elysia';
import {
  acceptInvitation,
  checkAccessLink,
  checkSetupLink,
  chooseByLink,
  countPasskeys,
  describeLink,
  setUpByLink,
  type Visit,
} from '../../people/index.ts';
import { CLOSED } from '../../web/index.ts';
import { accessHeldAt } from '../../workspaces/index.ts';
import type { RestoreSteps } from '../backups/restore.ts';
import {
  ChosenLanguage,
  type Desk,
  Done,
  deviceOf,
  group,
  InWorkspace,
  letIn,
  renewCookie,
  type VisitCtx,
} from '../desk/index.ts';
import { LinkAnswer, SetupLinkAnswer } from './answers.ts';

const MAX_TEXT = 2_000;
const Text = t.String({ maxLength: MAX_TEXT });
const Language = t.Optional(ChosenLanguage);
const SetupBody = t.Object(
  {
    token: Text,
    workspace: Text,
    timeZone: Text,
    ownerName: t.Optional(Text),
    email: Text,
    password: Text,
    language: Language,
  },
  CLOSED,
);
const ResetBody = t.Object(
  { token: Text, password: Text, stay: t.Optional(t.Boolean()), name: t.Optional(Text) },
  CLOSED,
);
const Link = t.Object({ token: Text }, CLOSED);

/**
 * Builds the routes of the pages behind the one-time links. The token is in the body, because an address would stay in
 * browsers and logs.
 */
export const linkRoutes = (desk: Desk, steps: RestoreSteps) =>
  group(desk, 'links')
    .post(
      '/app/api/setup/check',
      ({ ctx, body }) => {
        const isHeld = accessHeldAt(ctx.storage.read) !== undefined;
        const check = isHeld ? checkAccessLink : checkSetupLink;
        check(ctx, { token: body.token, nowMs: ctx.nowMs });
        return { isHeld };
      },
      { anybody: { whileHeld: true }, body: Link, response: SetupLinkAnswer },
    )
    .post(
      '/app/api/setup',
      async ({ ctx, body }) => {
        const { token, workspace: name, timeZone, ...owner } = body;
        const input = { workspace: { name, plan: 'pro' as const, timeZone }, ...owner };
        const visit = visitOf(ctx, token);
        const { workspaceId, session } = await steps.outside(() => setUpByLink({ ...ctx, visit }, input));
        letIn(ctx, { device: visit.device, session, remembered: false });
        return { workspaceId };
      },
      { anybody: true, body: SetupBody, response: InWorkspace },
    )
    .post(
      '/app/api/reset/check',
      ({ ctx, body }) => {
        const { seq, ...about } = describeLink(ctx, { token: body.token, nowMs: ctx.nowMs });
        if (about.way !== 'reset') return about;
        // The reset page mentions passkeys, because they still work after a password reset. An invitation is answered
        // above, because it must not reveal how many passkeys the person has.
        const passkeys = seq === undefined ? 0 : countPasskeys(ctx.storage, seq);
        return { email: about.email, passkeys };
      },
      { anybody: true, body: Link, response: LinkAnswer },
    )
    .post(
      '/app/api/reset',
      async ({ ctx, body }) => {
        const { token, password, stay = false, name = '' } = body;
        const visit = visitOf(ctx, token);
        const session = await chooseByLink({ ...ctx, visit }, { password, stay, name });
        if (session !== undefined) letIn(ctx, { device: visit.device, session, remembered: false });
      },
      { anybody: true, body: ResetBody, response: Done },
    )
    .post(
      '/app/api/join',
      async ({ ctx, body }) => {
        const { workspaceId, session } = await acceptInvitation(ctx, body.token);
        renewCookie(ctx, session);
        return { workspaceId };
      },
      { person: true, body: Link, response: InWorkspace },
    );
const visitOf = (ctx: VisitCtx, token: string): Visit => ({
  token,
  nowMs: ctx.nowMs,
  random: ctx.random,
  device: deviceOf(ctx),
});
