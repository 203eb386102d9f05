import { Elysia, t } from 'elysia';
import { once } from '../../base/index.ts';
import { FileAnswer, JSON_TYPE, type Packed, packedResponse, packText, textHeaders } from '../../web/index.ts';
import { inForm } from '../openapi/describe.ts';
import { withEvents } from '../openapi/events.ts';
import { FORMS, type Form } from '../openapi/older-form.ts';
import type { ApiDocument } from './api-document.ts';
import { pageHtml } from './page.ts';
import script from './reference.js' with { type: 'text' };
import { STYLE } from './style.ts';

/** The security policy of the reference, as strict as that of the dashboard's pages. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const keptOnce = (make: () => Promise<string> | string): (() => Promise<Packed>) =>
  once(async () => packText(await make()));

const FormQuery = t.Object({
  openapi: t.Optional(t.Union([...FORMS, ''].map((form) => t.Literal(form)))),
});

/** Builds the routes GET /docs with its files, and GET /docs/json (contract, section 6). */
export function docsRoutes(document: () => Promise<ApiDocument>) {
  const forms = Object.fromEntries(
    FORMS.map((form) => [form, keptOnce(async () => JSON.stringify(inForm(await document(), form), null, 2))]),
  ) as Record<Form, () => Promise<Packed>>;
  const files = [
    ['/docs', 'text/html; charset=utf-8', keptOnce(async () => pageHtml(withEvents(await document())))],
    ['/docs/reference.js', 'text/javascript; charset=utf-8', keptOnce(() => script)],
    ['/docs/reference.css', 'text/css; charset=utf-8', keptOnce(() => STYLE)],
  ] as const;
  const routes = new Elysia({ name: 'docs' }).get(
    '/docs/json',
    async ({ request, query }) =>
      packedResponse(request, await forms[query.openapi || FORMS[0]](), { headers: textHeaders(POLICY, JSON_TYPE) }),
    { query: FormQuery, response: FileAnswer },
  );
  for (const [path, type, body] of files) {
    routes.get(
      path,
      async ({ request }) => packedResponse(request, await body(), { headers: textHeaders(POLICY, type) }),
      {
        response: FileAnswer,
      },
    );
  }
  return routes;
}
