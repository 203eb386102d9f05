import { type AnyElysia, Elysia } from 'elysia';
import { AppError, announcedBytes, giveWay, networksOf } from '../base/index.ts';
import {
  answerWith,
  beginCall,
  type Call,
  callOf,
  countUnread,
  createPathTable,
  errorResponse,
  type KnownPath,
  methodNotAllowed,
  notFound,
  type PathTable,
  pathOf,
  toAppError,
} from '../web/index.ts';
import { checkQuery, ownerOfKey, recognise } from './access.ts';
import { answeredCall, methodOf } from './answered-call.ts';
import { apiRoutes } from './api-routes.ts';
import type { HttpDeps } from './deps.ts';
import { docsRoutes } from './docs/routes.ts';
import { guard } from './guards.ts';
import { healthRoutes } from './health/routes.ts';
import { manualRoutes } from './manual/routes.ts';
import { writtenOut } from './openapi/describe.ts';
import { createOverPace, isLarge, type OverPace } from './over-pace.ts';
import { createTurns, type Turns } from './turns.ts';

interface HttpServer {
  /** Answers a request. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Builds slow answers in advance. These answers are the same for everybody. */
  prepare(): Promise<void>;
}

export function createHttpServer(
  deps: HttpDeps,
  others: readonly ((app: AnyElysia) => AnyElysia)[],
  site: Site,
): HttpServer {
  const api = apiRoutes(deps);
  // Without this, Elysia takes a host of one to three letters for the start of the path. It then finds no route.
  const handler = { standardHostname: false };
  const app = new Elysia({ name: 'docket', strictPath: true, normalize: false, handler })
    .onError({ as: 'global' }, ({ error, code, request }) => answerError(deps, request, code, error))
    .mapResponse({ as: 'global' }, ({ responseValue, request }) =>
      responseValue instanceof Response ? responseValue : answerWith(callOf(request), responseValue),
    )
    .use(deps.tracing?.plugin((request) => callOf(request).requestId) ?? new Elysia())
    .use(api)
    .use(healthRoutes(deps))
    .use(docsRoutes(() => writtenOut(api, deps.publicUrl)))
    .use(manualRoutes(deps));
  for (const other of others) app.use(other);
  app.compile();
  const [paths, overPace] = [createPathTable(app.routes), createOverPace()];
  const { monotonic } = deps.world.clock;
  const door = createTurns<string>({ mostMs: 0, monotonic });
  const bodies = createTurns<string>({ mostMs: BODIES_MS, monotonic });
  const crowd = createTurns<string>({ mostMs: CROWD_MS, monotonic });
  return {
    fetch: (request) => answer(deps, { app, paths, overPace, door, bodies, crowd, site }, request),
    async prepare() {
      for (const path of PREPARED) {
        await giveWay();
        const request = new Request(`http://localhost${path}`, { headers: { 'accept-encoding': 'gzip' } });
        beginCall(request, '', 0);
        await app.fetch(request);
      }
    },
  };
}

/** Paths requested in advance, because the first answer to each blocks all callers for tens of milliseconds. */
export const PREPARED = [
  '/docs/manual',
  '/docs/manual/search?q=a',
  '/docs/manual/ru/search?q=a',
  '/docs/json',
  '/docs',
] as const;

interface Site {
  /** Answers an unknown path with a page. Returns undefined if the usual JSON error is the answer. */
  nowhere(request: Request, path: string): Promise<Response> | undefined;
  /** Checks whether a request may have a large body. A request from an unknown sender may not. */
  mayBeLarge(request: Request): boolean;
}

interface Parts {
  readonly app: AnyElysia;
  readonly paths: PathTable;
  readonly overPace: OverPace;
  /**
   * The queue of requests without an API key. Only one begins in each turn of the event loop. Networks take turns, so
   * that a flood from one network hardly delays the others.
   */
  readonly door: Turns<string>;
  /** The queue of requests with a large body and without an API key. */
  readonly bodies: Turns<string>;
  /** The queue of refusals of large bodies. The refusals take turns, so that they do not delay other requests. */
  readonly crowd: Turns<string>;
  readonly site: Site;
}

/**
 * The time limit in each turn of the event loop, in milliseconds. After this time, no further request begins in the
 * turn. `BODIES_MS` applies to large bodies without an API key, `CROWD_MS` to the refusals of such bodies.
 */
const [BODIES_MS, CROWD_MS] = [2, 1];
/**
 * The limit on large bodies from one network that wait at the same time. Bun keeps up to a megabyte of each waiting
 * body in memory.
 */
const BODIES_WAITING = 64;
/** Methods whose bodies Bun drops. */
const BODILESS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Lets a request without an API key wait for its turn. Returns undefined if the request need not wait. Meanwhile Bun
 * reads no further pipelined request of the connection.
 * @throws rate_limited if too many large bodies of its network are waiting
 */
function turnOf(deps: HttpDeps, { door, bodies, crowd, site }: Parts, request: Request): Promise<void> | undefined {
  const network = networksOf(deps.clientAddress(request) ?? null).at(-1) ?? '';
  if (!isLarge(request) || BODILESS.includes(request.method)) return door.pass(network);
  if (bodies.waiting(network) >= BODIES_WAITING) return refuseCrowded(request, crowd.pass(network));
  // If the announced length shows that the route will refuse the body, the body is dropped now. Otherwise Bun would
  // keep up to a megabyte of it while the request waits for its turn.
  if (announcedBytes(request) !== undefined && !site.mayBeLarge(request)) request.body?.cancel().catch(() => undefined);
  return bodies.pass(network);
}

async function refuseCrowded(request: Request, turn: Promise<void> | undefined): Promise<void> {
  await request.body?.cancel().catch(() => undefined);
  await turn;
  throw new AppError({ rule: 'bodies_under_way' }, { retryAfter: 1 });
}

async function answer(deps: HttpDeps, parts: Parts, request: Request): Promise<Response> {
  const { paths, overPace } = parts;
  const { clock, newId } = deps.world;
  const path = pathOf(request.url);
  const known = paths.find(path);
  const call = beginCall(request, newId(clock.now()), clock.monotonic(), known?.bodies[request.method]);
  deps.traffic.begin();
  if (path.startsWith('/app/')) deps.callTurns.notePage();
  const made = await answerSafely(deps, parts, known, request, call);
  const response = guard(countUnread(deps.texts.answers, request, call, made), deps.isHttps(request));
  finish(deps, call);
  deps.traffic.end();
  const { status } = response;
  const client = () => deps.clientAddress(request);
  answeredCall(deps, { call, path, route: known?.route ?? null, method: methodOf(request), status, client });
  // Only this answer is delayed. Other calls continue.
  if (status === 429) await overPace.settle(request, call, response);
  else if (call.isPaced !== true && call.person !== true && deps.strangers.isHasty(client())) await overPace.slow();
  return response;
}

function bringsKey(deps: HttpDeps, request: Request, path: string): boolean {
  if (!path.startsWith('/api/')) return false;
  try {
    return ownerOfKey(deps, request) !== undefined;
  } catch {
    // The database cannot be read now; the route itself reports that.
    return false;
  }
}

function finish({ world }: HttpDeps, { afterwards, requestId }: Call): void {
  for (const work of afterwards) {
    try {
      work();
    } catch (error) {
      world.log.error('a request left something behind', { requestId }, error);
    }
  }
}

async function answerSafely(
  deps: HttpDeps,
  parts: Parts,
  known: KnownPath | undefined,
  request: Request,
  call: Call,
): Promise<Response> {
  try {
    const path = pathOf(request.url);
    // Another process may have just created the API key. Without the newest data, a large body sent with that key would
    // be dropped.
    const fresh = deps.storage.freshen();
    if (fresh !== undefined) await fresh;
    const isStranger = known === undefined || !bringsKey(deps, request, path);
    const turn = isStranger ? turnOf(deps, parts, request) : undefined;
    if (turn !== undefined) {
      await turn;
      const stillFresh = deps.storage.freshen();
      if (stillFresh !== undefined) await stillFresh;
    }
    const isNowhere = known === undefined && !deps.traffic.stopping && !namesTwoHosts(request);
    const page = isNowhere ? await parts.site.nowhere(request, path) : undefined;
    const refused = page ?? refuseEarly(deps, known, request, call);
    if (refused !== undefined) return refused;
    const made = await parts.app.fetch(request);
    if (deps.world.clock.monotonic() - call.startedMs > LONG_MS) await checkAgain(call, made);
    return made;
  } catch (error) {
    // Errors of a route do not arrive here, because Elysia handles them. This catches errors of Elysia itself and of
    // this function.
    return answerError(deps, request, 'UNKNOWN', error);
  }
}

/**
 * The duration of a call after which access is checked again. A reader who has lost access meanwhile is refused. The
 * check costs as much as a read, so short reads skip it.
 */
const LONG_MS = 100;

async function checkAgain({ stillMay }: Call, made: Response): Promise<void> {
  try {
    stillMay?.();
  } catch (error) {
    // A stream that nobody reads would keep its slot in the limits on concurrent work, so it is canceled.
    await made.body?.cancel();
    throw error;
  }
}

/**
 * Checks for two Host headers. A proxy might use one of them and Docket the other (RFC 9112, 3.2). Bun joins the lines
 * of one header with commas.
 */
const namesTwoHosts = (request: Request): boolean => request.headers.get('host')?.includes(',') === true;

function refuseEarly(deps: HttpDeps, known: KnownPath | undefined, request: Request, call: Call): Response | undefined {
  if (deps.traffic.stopping) {
    call.headers['connection'] = 'close';
    return errorResponse(call, new AppError({ rule: 'stopping' }));
  }
  if (namesTwoHosts(request)) return errorResponse(call, new AppError({ rule: 'one_host' }));
  const methods = known?.methods;
  if (methods?.includes(request.method)) {
    checkQuery(deps, request);
    return undefined;
  }
  recognise(deps, request, call);
  return errorResponse(call, methods === undefined ? notFound() : methodNotAllowed(methods.join(', ')));
}

/**
 * The rules under which a call is refused because too many other calls wait. Such refusals are not logged, because they
 * are not the server's fault and would fill the log.
 */
const CROWDED: readonly string[] = ['signing_in', 'pages_open'];

function answerError(deps: HttpDeps, request: Request, code: unknown, error: unknown): Response {
  const call = callOf(request);
  const refusal =
    code === 'NOT_FOUND' && !(error instanceof AppError)
      ? notFound()
      : (deps.storage.failureOf(error) ?? toAppError(error));
  const isFault = refusal.kind === 'unavailable' && !CROWDED.includes(refusal.refusal.rule);
  if (refusal.kind === 'internal_error' || isFault) {
    deps.world.log.error(refusal.kind, { requestId: call.requestId }, refusal.cause ?? refusal);
  }
  return errorResponse(call, refusal);
}
