import { Elysia, t } from 'elysia';
import { resetPassword, setUp, signIn } from '../../workspaces/index.ts';
import { admissionPlugin, deviceOf } from '../admission.ts';
import { sessionCookie } from '../cookie.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { fileResponse } from '../file-response.ts';
import { LINK_SCRIPT, LINK_STYLE, RESET_PAGE, SETUP_PAGE } from './page.ts';

const MAX_TEXT = 2_000;
const Text = t.String({ maxLength: MAX_TEXT });
const SetupBody = t.Object(
  { token: Text, workspace: Text, timeZone: Text, email: Text, password: Text },
  { additionalProperties: false },
);
const ResetBody = t.Object({ token: Text, password: Text }, { additionalProperties: false });

/** The one-time links' pages and what they call. */
export function linkRoutes(deps: DashboardDeps) {
  const { storage, world, throttle, secure } = deps;
  return new Elysia({ name: 'links' })
    .use(admissionPlugin(deps))
    .get('/app/setup', ({ request }) => fileResponse(request, 'text/html; charset=utf-8', SETUP_PAGE))
    .get('/app/reset', ({ request }) => fileResponse(request, 'text/html; charset=utf-8', RESET_PAGE))
    .get('/app/link.js', ({ request }) => fileResponse(request, 'text/javascript; charset=utf-8', LINK_SCRIPT))
    .get('/app/link.css', ({ request }) => fileResponse(request, 'text/css; charset=utf-8', LINK_STYLE))
    .post(
      '/app/api/setup',
      async ({ body, request }) => {
        const { token, workspace, timeZone, email, password } = body;
        const input = { workspace: { name: workspace, plan: 'pro' as const, timeZone }, email, password };
        const { workspaceId } = await setUp(storage, input, token, { type: 'system', id: null });
        const credentials = { email, password, remember: false };
        const session = await signIn(storage, world, throttle, credentials, deviceOf(deps, request));
        deps.setHeader(request, 'set-cookie', sessionCookie(session, secure, false));
        return answer(deps, request, { workspaceId });
      },
      { admit: { who: 'anybody' }, body: SetupBody },
    )
    .post(
      '/app/api/reset',
      async ({ body, request }) => {
        await resetPassword(storage, body.token, body.password);
        return answer(deps, request, {});
      },
      { admit: { who: 'anybody' }, body: ResetBody },
    );
}
