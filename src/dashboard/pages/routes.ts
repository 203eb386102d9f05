import { Elysia } from 'elysia';
import { AppError } from '../../base/index.ts';
import { hasPeople } from '../../people/index.ts';
import { FileAnswer } from '../../web/index.ts';
import { type DashboardDeps, sessionOf } from '../desk/index.ts';
import { PAGES } from '../shared/pages.ts';
import { type Assets, type FirstScripts, findAssets } from './assets.ts';
import { fileResponse } from './file-response.ts';
import { workerScript } from './worker.ts';

const SHORT = { '/': '/app', '/app/': '/app', '/app/settings': '/app/settings/workspace' } as const;

const leadTo = (location: string): Response =>
  new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });

const toSetUp = (): Response => leadTo('/app/setup?nobody');

const htmlResponse = (request: Request, html: string, status = 200): Response =>
  fileResponse(request, 'text/html; charset=utf-8', html, { status });

async function pageResponse(request: Request, assets: Assets | undefined, status = 200): Promise<Response> {
  if (assets !== undefined) return htmlResponse(request, await assets.html(), status);
  throw new AppError({ rule: 'no_pages' });
}

export function pageRoutes({ storage, isHttps, world: { clock } }: DashboardDeps) {
  const assets = findAssets();
  const isSetUp = (): boolean => hasPeople(storage);
  /**
   * Responds with a page. While there is no owner, nobody can sign in, so it redirects to the page about the set-up
   * link.
   */
  const deskPage = async (request: Request, path: string): Promise<Response> => {
    if (!isSetUp()) return toSetUp();
    const language = sessionOf({ request, storage, clock, isHttps })?.person.language;
    if (assets === undefined || language === undefined) return pageResponse(request, assets);
    return htmlResponse(request, withFirst(await assets.html(), assets.first, language, path));
  };
  const routes = new Elysia({ name: 'pages' });
  for (const [path, location] of Object.entries(SHORT)) {
    routes.get(path, () => leadTo(location), { response: FileAnswer });
  }
  for (const path of PAGES) {
    routes.get(path, ({ request }) => deskPage(request, path), { response: FileAnswer });
  }
  // Once Docket is set up, this page is sent with status 404. The page checks the link and reports if the link is no
  // longer valid.
  routes.get('/app/setup', ({ request }) => pageResponse(request, assets, isSetUp() ? 404 : 200), {
    response: FileAnswer,
  });
  for (const { address, type, read, keeping = 'immutable' } of assets?.files ?? []) {
    routes.get(address, async ({ request }) => fileResponse(request, type, await read(), { keeping }), {
      response: FileAnswer,
    });
  }
  if (assets !== undefined) {
    routes.get('/app/worker.js', ({ request }) => workerResponse(request, assets), { response: FileAnswer });
  }
  return routes;
}

/**
 * Responds with the script of the service worker. Because of its path `/app/worker.js`, the worker could serve only
 * pages below `/app/`. A header lets it serve the page `/app`, too.
 */
async function workerResponse(request: Request, assets: Assets): Promise<Response> {
  const html = await assets.html();
  const files = ['/app', ...assets.files.map(({ address }) => address)];
  const version = Bun.hash(html + files.join()).toString(36);
  const response = fileResponse(request, 'text/javascript; charset=utf-8', workerScript(files, version));
  response.headers.set('service-worker-allowed', '/app');
  return response;
}

/** Paths that programs call. A program needs JSON, whatever its Accept header contains. */
const PROGRAMS = /^\/(?:app\/)?api(?:\/|$)/;

/**
 * Prepares the page that reports an unknown address.
 * @returns a function that answers a request with this page. The function returns undefined if a program sent the
 * request, or if there are no pages
 */
export function pageForNothing(): (request: Request, path: string) => Promise<Response> | undefined {
  const assets = findAssets();
  return (request, path) => {
    const isPerson = request.headers.get('accept')?.includes('text/html') === true && !PROGRAMS.test(path);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return assets !== undefined && isPerson && isRead ? pageResponse(request, assets, 404) : undefined;
  };
}

/** Preloads a page's data and first scripts in parallel, because a slow round trip takes most of a second. */
function withFirst(html: string, { desk, words, pages }: FirstScripts, language: string, path: string): string {
  const scripts = [desk, words[language], pages[path]].filter((address) => address !== undefined);
  const links = [
    '<link rel="preload" href="/app/api/me" as="fetch" crossorigin>',
    ...scripts.map((address) => `<link rel="modulepreload" href="${address}">`),
  ];
  return html.replace('</head>', `${links.join('')}</head>`);
}
