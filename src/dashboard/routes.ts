import { Elysia, t } from 'elysia';
import { AppError, type BodyBounds, readJsonBody, type World } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { resetPassword, setUp } from '../workspaces/index.ts';
import { LINK_SCRIPT, LINK_STYLE, RESET_PAGE, SETUP_PAGE } from './page.ts';

export interface DashboardDeps {
  readonly storage: Storage;
  readonly world: World;
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const BODY: BodyBounds = { maxBytes: 16_384, maxDepth: 2, depthMessage: 'must be one object of texts' };

/** Elysia's own parser knows no bound; the transform reads the body instead, before it is validated. */
const boundedBody = {
  parse: () => null,
  async transform(context: { readonly request: Request; body?: unknown }) {
    refuseForeignOrigin(context.request);
    context.body = (await readJsonBody(context.request, BODY)).value;
  },
};

const MAX_TEXT = 2_000;
const Text = t.String({ maxLength: MAX_TEXT });
const SetupBody = t.Object(
  { token: Text, workspace: Text, timeZone: Text, email: Text, password: Text },
  { additionalProperties: false },
);
const ResetBody = t.Object({ token: Text, password: Text }, { additionalProperties: false });

/** The one-time links' pages and what they call. */
export function dashboardRoutes({ storage }: DashboardDeps) {
  return new Elysia({ name: 'dashboard' })
    .get('/app/setup', () => file('text/html', SETUP_PAGE))
    .get('/app/reset', () => file('text/html', RESET_PAGE))
    .get('/app/link.js', () => file('text/javascript', LINK_SCRIPT))
    .get('/app/link.css', () => file('text/css', LINK_STYLE))
    .post(
      '/app/api/setup',
      async ({ body }) => {
        const { token, workspace, timeZone, email, password } = body;
        const input = { workspace: { name: workspace, plan: 'pro' as const, timeZone }, email, password };
        const { workspaceId } = await setUp(storage, input, token, { type: 'system', id: null });
        return { ok: true, code: 'ok', data: { workspaceId } };
      },
      { ...boundedBody, body: SetupBody },
    )
    .post(
      '/app/api/reset',
      async ({ body }) => {
        await resetPassword(storage, body.token, body.password);
        return { ok: true, code: 'ok', data: {} };
      },
      { ...boundedBody, body: ResetBody },
    );
}

const file = (type: string, text: string): Response =>
  new Response(text, { headers: { ...HEADERS, 'content-type': `${type}; charset=utf-8` } });

/** A page of another site must not be able to spend a link in its visitor's browser (Fetch Metadata). */
function refuseForeignOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const own = origin === null ? false : URL.parse(origin)?.host === request.headers.get('host');
  if (site === 'same-origin' || (site === null && own)) return;
  throw new AppError('not_found', 'This is for the page that belongs to it.');
}
