import { Elysia, t } from 'elysia';
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
import { accessHeldAt } from '../../workspaces/index.ts';
import { admissionPlugin, deviceOf, letIn, renewCookie } from '../admission.ts';
import type { RestoreSteps } from '../backups/restore.ts';
import { momentOf, ownCtxOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { ChosenLanguage, Done } from '../wire.ts';
import { InWorkspace, LinkAnswer, SetupLinkAnswer } from './answers.ts';

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
  { additionalProperties: false },
);
const ResetBody = t.Object(
  { token: Text, password: Text, stay: t.Optional(t.Boolean()), name: t.Optional(Text) },
  { additionalProperties: false },
);
const Link = t.Object({ token: Text }, { additionalProperties: false });

/** What the pages behind the one-time links call; the token comes in a body, never in an address. */
export function linkRoutes(deps: DashboardDeps, steps: RestoreSteps) {
  const { storage, world } = deps;
  const visitOf = (request: Request, token: string): Visit => ({
    token,
    nowMs: momentOf(deps, request),
    random: world.random,
    device: deviceOf(deps, request),
  });
  return new Elysia({ name: 'links' })
    .use(admissionPlugin(deps))
    .post(
      '/app/api/setup/check',
      ({ body, request }) => {
        const isHeld = accessHeldAt(storage.read) !== undefined;
        const check = isHeld ? checkAccessLink : checkSetupLink;
        check({ storage }, { token: body.token, nowMs: momentOf(deps, request) });
        return answer(deps, request, { isHeld });
      },
      { admit: { who: 'anybody', whileHeld: true }, body: Link, response: SetupLinkAnswer },
    )
    .post(
      '/app/api/setup',
      async ({ body, request }) => {
        const { token, workspace: name, timeZone, ...owner } = body;
        const input = { workspace: { name, plan: 'pro' as const, timeZone }, ...owner };
        const setUp = () => setUpByLink({ storage, visit: visitOf(request, token) }, input);
        const { workspaceId, session } = await steps.outside(setUp);
        letIn(deps, request, session, false);
        return answer(deps, request, { workspaceId });
      },
      { admit: { who: 'anybody' }, body: SetupBody, response: InWorkspace },
    )
    .post(
      '/app/api/reset/check',
      ({ body, request }) => {
        const { seq, ...about } = describeLink({ storage }, { token: body.token, nowMs: momentOf(deps, request) });
        if (about.way !== 'reset') return answer(deps, request, about);
        // Passkeys that go on opening the account; of somebody who is only invited they are nobody's business.
        const passkeys = seq === undefined ? 0 : countPasskeys(storage, seq);
        return answer(deps, request, { email: about.email, passkeys });
      },
      { admit: { who: 'anybody' }, body: Link, response: LinkAnswer },
    )
    .post(
      '/app/api/reset',
      async ({ body, request }) => {
        const { token, password, stay = false, name = '' } = body;
        const session = await chooseByLink({ storage, visit: visitOf(request, token) }, { password, stay, name });
        if (session !== undefined) letIn(deps, request, session, false);
        return answer(deps, request, {});
      },
      { admit: { who: 'anybody' }, body: ResetBody, response: Done },
    )
    .post(
      '/app/api/join',
      async ({ body, request }) => {
        const { workspaceId, session } = await acceptInvitation(ownCtxOf(deps, request), body.token);
        renewCookie(deps, request, session);
        return answer(deps, request, { workspaceId });
      },
      { admit: { who: 'signed-in' }, body: Link, response: InWorkspace },
    );
}
