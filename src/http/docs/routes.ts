import { Elysia } from 'elysia';
import { JSON_TYPE } from '../call.ts';
import { type Body, kept, packedResponse } from '../packed.ts';
import { FileAnswer } from '../wire.ts';
import type { ApiDocument } from './api-document.ts';
import { pageHtml } from './page.ts';
import script from './reference.js' with { type: 'text' };
import { STYLE } from './style.ts';

/** As strict as on the owner's pages. */
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

/** Made on the first request. */
function once(make: () => Promise<string> | string): () => Promise<Body> {
  let made: Promise<Body> | undefined;
  return () => {
    made ??= Promise.resolve(make()).then(kept);
    return made;
  };
}

/** GET /docs and what it loads, GET /docs/json (contract, section 6). */
export function docsRoutes(document: () => Promise<ApiDocument>) {
  const files = [
    ['/docs', 'text/html; charset=utf-8', once(async () => pageHtml(await document()))],
    ['/docs/json', JSON_TYPE, once(async () => JSON.stringify(await document(), null, 2))],
    ['/docs/reference.js', 'text/javascript; charset=utf-8', once(() => script)],
    ['/docs/reference.css', 'text/css; charset=utf-8', once(() => STYLE)],
  ] as const;
  const routes = new Elysia({ name: 'docs' });
  for (const [path, type, body] of files) {
    routes.get(path, async ({ request }) => packedResponse(request, await body(), { type, policy: POLICY }), {
      response: FileAnswer,
    });
  }
  return routes;
}
