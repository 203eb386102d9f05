import type { Ctx } from '../../workspaces/index.ts';
import { memberOf, signedOf } from '../admission.ts';
import type { DashboardDeps } from '../deps.ts';

/** Of what people enter by hand; no key's source can hold an @. */
const DASHBOARD_SOURCE = '@dashboard';

/** The context of the orders' verbs for whoever is signed in. */
export function ctxOf(deps: DashboardDeps, request: Request): Ctx {
  return {
    storage: deps.storage,
    workspace: memberOf(request).workspace,
    source: DASHBOARD_SOURCE,
    actor: signedOf(request).actor,
    requestId: deps.requestId(request),
  };
}

export const languageOf = (request: Request): 'en' | 'ru' =>
  signedOf(request).session.person.language === 'ru' ? 'ru' : 'en';
