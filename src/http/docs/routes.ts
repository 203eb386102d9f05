import { Elysia } from 'elysia';
import swaggerStyle from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' };
import swaggerScript from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' };
import { JSON_TYPE } from '../call.ts';
import { FileAnswer } from '../wire.ts';
import { PAGE, SCRIPT, STYLE } from './page.ts';

/** Swagger UI sets style attributes; all else is as strict as on the owner's pages. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

type Load = () => Promise<string>;

/** Compresses a file on its first request and keeps it, for all but those who cannot read that. */
function served(type: string, load: Load): (context: { request: Request }) => Promise<Response> {
  let body: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return async ({ request }) => {
    const headers = { ...HEADERS, 'content-type': type, vary: 'accept-encoding' };
    if (!request.headers.get('accept-encoding')?.includes('gzip')) return new Response(await load(), { headers });
    body ??= load().then((text) => Bun.gzipSync(text));
    return new Response(await body, { headers: { ...headers, 'content-encoding': 'gzip' } });
  };
}

/** GET /docs and what it loads, GET /docs/json (contract, section 6). */
export function docsRoutes(document: () => Promise<object>) {
  let json: Promise<string> | undefined;
  const script = 'text/javascript; charset=utf-8';
  const style = 'text/css; charset=utf-8';
  return new Elysia({ name: 'docs' })
    .get('/docs', () => new Response(PAGE, { headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' } }), {
      response: FileAnswer,
    })
    .get(
      '/docs/json',
      async () => {
        json ??= document().then((value) => JSON.stringify(value, null, 2));
        return new Response(await json, { headers: { ...HEADERS, 'content-type': JSON_TYPE } });
      },
      { response: FileAnswer },
    )
    .get(
      '/docs/page.js',
      served(script, async () => SCRIPT),
      { response: FileAnswer },
    )
    .get(
      '/docs/page.css',
      served(style, async () => STYLE),
      { response: FileAnswer },
    )
    .get(
      '/docs/swagger-ui.js',
      served(script, () => Bun.file(swaggerScript).text()),
      { response: FileAnswer },
    )
    .get(
      '/docs/swagger-ui.css',
      served(style, () => Bun.file(swaggerStyle).text()),
      { response: FileAnswer },
    );
}
