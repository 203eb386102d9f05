import { Elysia } from 'elysia';
import type { Language } from '../../base/index.ts';
import {
  addressOf,
  fileAddressOf,
  foundTitle,
  loadManual,
  MANUAL_PATH,
  nearestTopics,
  topicFor,
} from '../../manual/index.ts';
import { FileAnswer, JSON_TYPE, type Packed, packedResponse, packText, textHeaders } from '../../web/index.ts';
import type { HttpDeps } from '../deps.ts';
import { frameFound, frameFront, frameMissing, framePage } from './frame.ts';
import { STYLE } from './style.ts';

/**
 * The security policy of the manual's pages. It is as strict as that of the dashboard's pages, and allows no scripts.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const headersOf = (type: string) => textHeaders(CONTENT_SECURITY_POLICY, type);
const HTML = headersOf('text/html; charset=utf-8');
const CSS = headersOf('text/css; charset=utf-8');

/** The cache of answers that are the same for everybody, by path. It has at most one answer for each page. */
const pages = new Map<string, Packed>();

function answerKept(request: Request, path: string, make: () => string, headers = HTML): Response {
  const body = pages.get(path) ?? packText(make());
  pages.set(path, body);
  return packedResponse(request, body, { headers });
}

async function front(request: Request, language: Language): Promise<Response> {
  const manual = await loadManual();
  return answerKept(request, language, () => frameFront(manual, language));
}

/** Responds with a page of the manual. @param named null for a path that cannot be decoded */
async function page(request: Request, language: Language, named: string | null): Promise<Response> {
  const manual = await loadManual();
  const topic = named ?? '';
  const found = manual.page(language, topic);
  if (found !== undefined) return answerKept(request, addressOf(language, topic), () => framePage(manual, found));
  const missing = frameMissing(manual, language, nearestTopics(topic));
  return packedResponse(request, packText(missing), { headers: HTML, status: 404 });
}

async function file(request: Request, name: string): Promise<Response> {
  const manual = await loadManual();
  const text = manual.files.get(name);
  if (text !== undefined)
    return answerKept(request, fileAddressOf(name), () => text, headersOf('text/plain; charset=utf-8'));
  return packedResponse(request, packText(frameMissing(manual, 'en', [])), { headers: HTML, status: 404 });
}

const askedIn = (request: Request): string => URL.parse(request.url)?.searchParams.get('q')?.slice(0, 100) ?? '';

const searches = new Map<string, Packed>();
const SEARCHES_KEPT = 100;

/**
 * Caches the result of a search. A search reads the whole manual and compresses its answer, which blocks everybody for
 * a millisecond or two.
 */
function keepSearch(asked: string, make: () => string): Packed {
  const body = searches.get(asked) ?? packText(make());
  if (searches.size >= SEARCHES_KEPT) searches.clear();
  searches.set(asked, body);
  return body;
}

async function search(request: Request, language: Language): Promise<Response> {
  const manual = await loadManual();
  const asked = askedIn(request);
  const body = keepSearch(`${language} ${asked}`, () =>
    frameFound(manual, language, asked, manual.search[language].find(asked)),
  );
  return packedResponse(request, body, { headers: HTML });
}

/** Searches the English manual and answers in JSON. The API reference shows the results next to its own. */
async function searchDocument(request: Request): Promise<Response> {
  const manual = await loadManual();
  const asked = askedIn(request);
  const body = keepSearch(`json ${asked}`, () => {
    const found = manual.search.en.find(asked);
    return JSON.stringify({
      found: found.map((one) => ({ address: one.address, title: foundTitle(one), line: one.line })),
    });
  });
  return packedResponse(request, body, { headers: headersOf(JSON_TYPE) });
}

async function help(language: Language, path: string): Promise<Response> {
  const manual = await loadManual();
  const { topic, anchor } = topicFor(`/${path}`);
  const own = manual.has(language, topic) ? language : 'en';
  const place = anchor === undefined ? '' : `#${encodeURIComponent(manual.anchorIn(own, topic, anchor))}`;
  const location = `${addressOf(own, topic)}${place}`;
  return new Response(null, { status: 302, headers: { 'cache-control': 'no-store', location } });
}

export function manualRoutes({ strangers, clientAddress }: Pick<HttpDeps, 'strangers' | 'clientAddress'>) {
  const counted = <T>(request: Request, answer: () => Promise<T>): Promise<T> => {
    strangers.countSearch(clientAddress(request));
    return answer();
  };
  return new Elysia({ name: 'manual' })
    .get(MANUAL_PATH, ({ request }) => front(request, 'en'), { response: FileAnswer })
    .get(`${MANUAL_PATH}/ru`, ({ request }) => front(request, 'ru'), { response: FileAnswer })
    .get(`${MANUAL_PATH}/manual.css`, ({ request }) => answerKept(request, 'style', () => STYLE, CSS), {
      response: FileAnswer,
    })
    .get(`${MANUAL_PATH}/files/:name`, ({ request, params }) => file(request, params.name), { response: FileAnswer })
    .get(`${MANUAL_PATH}/search`, ({ request }) => counted(request, () => search(request, 'en')), {
      response: FileAnswer,
    })
    .get(`${MANUAL_PATH}/search.json`, ({ request }) => counted(request, () => searchDocument(request)), {
      response: FileAnswer,
    })
    .get(`${MANUAL_PATH}/ru/search`, ({ request }) => counted(request, () => search(request, 'ru')), {
      response: FileAnswer,
    })
    .get(`${MANUAL_PATH}/for/*`, ({ params }) => help('en', params['*']), { response: FileAnswer })
    .get(`${MANUAL_PATH}/ru/for/*`, ({ params }) => help('ru', params['*']), { response: FileAnswer })
    .get(`${MANUAL_PATH}/:topic`, ({ request, params }) => page(request, 'en', params.topic), { response: FileAnswer })
    .get(`${MANUAL_PATH}/ru/:topic`, ({ request, params }) => page(request, 'ru', params.topic), {
      response: FileAnswer,
    });
}
