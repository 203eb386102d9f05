import { hostAlone, type Language, readableUrl, type Throttle, toLanguage, type World } from '../base/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { memberOf, signedOf } from './admission.ts';
import type { DashboardDeps } from './deps.ts';

/** The source of what people enter by hand; no key's source can hold an @. */
export const DASHBOARD_SOURCE = '@dashboard';

/** What the verbs on a workspace's data work with, whichever it is. */
export interface DeskCtx extends Ctx, Pick<World, 'random'>, Pick<DashboardDeps, 'outbound'> {
  readonly throttle: Throttle;
  /** The moment of the request, milliseconds since the epoch. */
  readonly nowMs: number;
}

const moments = new WeakMap<Request, number>();

/** When a request was first looked at, milliseconds since the epoch: all that it is answered is of one moment. */
export function momentOf({ world }: Pick<DashboardDeps, 'world'>, request: Request): number {
  const nowMs = moments.get(request) ?? world.clock.now();
  moments.set(request, nowMs);
  return nowMs;
}

/** The context of the verbs for whoever is signed in, in the workspace that the path names. */
export function ctxOf(deps: DashboardDeps, request: Request): DeskCtx {
  return {
    storage: deps.storage,
    random: deps.world.random,
    throttle: deps.throttle,
    outbound: deps.outbound,
    nowMs: momentOf(deps, request),
    workspace: memberOf(request).workspace,
    source: DASHBOARD_SOURCE,
    actor: signedOf(request).actor,
    requestId: deps.requestId(request),
  };
}

/** The same for the verbs on one's own account. */
export const ownCtxOf = (deps: DashboardDeps, request: Request) => ({
  storage: deps.storage,
  random: deps.world.random,
  throttle: deps.throttle,
  session: signedOf(request).session,
  actor: signedOf(request).actor,
});

/** The language of whoever is signed in. */
export const languageOf = (request: Request): Language => toLanguage(signedOf(request).session.person.language);

/** The address of a webhook as a member may read it: what may be a secret in it is for those alone who may change it. */
export const addressFor = (request: Request, href: string): string =>
  memberOf(request).role === 'owner' ? readableUrl(href) : hostAlone(href);
