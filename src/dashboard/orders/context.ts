import { type DeskFilter, listStatuses } from '../../orders/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { memberOf, signedOf } from '../admission.ts';
import type { DashboardDeps } from '../deps.ts';
import { parseFilter } from './filter.ts';

/** The source of what people enter by hand; no key's source can hold an @. */
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

/** The filter of an address, as of now and for the statuses that the workspace has. @throws validation_failed */
export function filterIn(deps: DashboardDeps, ctx: Ctx, text: string | undefined): DeskFilter {
  const closed = (): string[] =>
    listStatuses(ctx.storage.read, ctx.workspace.seq)
      // In these an order is nobody's work any more.
      .filter(({ group }) => group === 'done' || group === 'cancelled')
      .map(({ id }) => id);
  return parseFilter(text ?? '', deps.world.clock.now(), ctx.workspace.timeZone, closed);
}
