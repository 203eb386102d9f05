import { Elysia } from 'elysia';
import { addressOf, type Language, loadManual, MANUAL_PATH, nearestTopics, topicFor } from '../../manual/index.ts';
import { FileAnswer } from '../wire.ts';
import { frameFound, frameFront, frameMissing, framePage } from './frame.ts';
import { STYLE } from './style.ts';

/** As strict as on the owner's pages, and without a script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};
const HTML = 'text/html; charset=utf-8';

interface Body {
  readonly text: string;
  readonly zipped: () => Uint8Array<ArrayBuffer>;
}

function respond(request: Request, { text, zipped }: Body, { type = HTML, status = 200 } = {}): Response {
  const headers = { ...HEADERS, 'content-type': type };
  if (!request.headers.get('accept-encoding')?.includes('gzip')) return new Response(text, { status, headers });
  return new Response(zipped(), { status, headers: { ...headers, 'content-encoding': 'gzip' } });
}

const fresh = (text: string): Body => ({ text, zipped: () => Bun.gzipSync(text) });

/** What is the same for everybody, by its path; there are no more of these than pages. */
const kept = new Map<string, Body>();

/** Frames and compresses a page once. */
function keep(path: string, make: () => string): Body {
  const found = kept.get(path);
  if (found !== undefined) return found;
  const text = make();
  const zipped = Bun.gzipSync(text);
  const body = { text, zipped: () => zipped };
  kept.set(path, body);
  return body;
}

async function front(request: Request, language: Language): Promise<Response> {
  const manual = await loadManual();
  return respond(
    request,
    keep(language, () => frameFront(manual, language)),
  );
}

async function page(request: Request, language: Language, topic: string): Promise<Response> {
  const manual = await loadManual();
  const found = manual.page(language, topic);
  if (found !== undefined) {
    return respond(
      request,
      keep(addressOf(language, topic), () => framePage(manual, found)),
    );
  }
  return respond(request, fresh(frameMissing(manual, language, nearestTopics(topic))), { status: 404 });
}

async function search(request: Request, language: Language): Promise<Response> {
  const manual = await loadManual();
  const asked = URL.parse(request.url)?.searchParams.get('q')?.slice(0, 100) ?? '';
  return respond(request, fresh(frameFound(manual, language, asked, manual.search[language].find(asked))));
}

/** From a page of the dashboard to the page of the manual that helps there. */
async function help(language: Language, path: string): Promise<Response> {
  const manual = await loadManual();
  const { topic, anchor } = topicFor(`/${path}`);
  const own = manual.has(language, topic) ? language : 'en';
  const place = anchor === undefined || own !== 'en' ? '' : `#${anchor}`;
  return new Response(null, { status: 302, headers: { ...HEADERS, location: `${addressOf(own, topic)}${place}` } });
}

/** The manual at /docs/manual, for anybody, signed in or not; the owner's part in Russian too. */
export function manualRoutes() {
  return new Elysia({ name: 'manual' })
    .get(MANUAL_PATH, ({ request }) => front(request, 'en'), { response: FileAnswer })
    .get(`${MANUAL_PATH}/ru`, ({ request }) => front(request, 'ru'), { response: FileAnswer })
    .get(
      `${MANUAL_PATH}/manual.css`,
      ({ request }) =>
        respond(
          request,
          keep('style', () => STYLE),
          { type: 'text/css; charset=utf-8' },
        ),
      {
        response: FileAnswer,
      },
    )
    .get(`${MANUAL_PATH}/search`, ({ request }) => search(request, 'en'), { response: FileAnswer })
    .get(`${MANUAL_PATH}/ru/search`, ({ request }) => search(request, 'ru'), { response: FileAnswer })
    .get(`${MANUAL_PATH}/for/*`, ({ params }) => help('en', params['*']), { response: FileAnswer })
    .get(`${MANUAL_PATH}/ru/for/*`, ({ params }) => help('ru', params['*']), { response: FileAnswer })
    .get(`${MANUAL_PATH}/:topic`, ({ request, params }) => page(request, 'en', params.topic), { response: FileAnswer })
    .get(`${MANUAL_PATH}/ru/:topic`, ({ request, params }) => page(request, 'ru', params.topic), {
      response: FileAnswer,
    });
}
