import { Elysia } from 'elysia';
import { toIso } from '../../base/index.ts';
import { listApiKeys } from '../../keys/index.ts';
import { reasonInWords } from '../../mail/index.ts';
import { findNewestOrder, IMPORT_SOURCE, listOrders } from '../../orders/index.ts';
import { listPeople } from '../../people/index.ts';
import { listProducts } from '../../stock/index.ts';
import { type AttemptRecord, listAttempts, listEndpoints } from '../../webhooks/index.ts';
import type { Workspace } from '../../workspaces/index.ts';
import { admissionPlugin, memberOf } from '../admission.ts';
import { addressFor, ctxOf, DASHBOARD_SOURCE, languageOf, momentOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { canMail } from '../mail-in-force.ts';
import { StartAnswer } from './answers.ts';

/** How far a new shop has come, as facts; which of its cards are green follows from them in the page. */
export function startRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'start' }).use(admissionPlugin(deps)).get(
    '/app/api/workspaces/:workspace/start',
    ({ request }) => {
      const { workspace } = memberOf(request);
      const nowMs = momentOf(deps, request);
      const key = listApiKeys({ storage: deps.storage, workspace }, { nowMs }).some(
        ({ revokedAt }) => revokedAt === null,
      );
      const order = describeOrder(deps, workspace, nowMs);
      const ctx = ctxOf(deps, request);
      const endpoint = describeEndpoint(deps, request, order?.eventId);
      return answer(deps, request, {
        key,
        orders: order !== null || listOrders(ctx, { limit: 1 }).orders.length > 0,
        order,
        called: describeOrder(deps, workspace, nowMs, isOfProgram),
        endpoint,
        mail: canMail(deps),
        products: listProducts(ctx, { filter: {}, limit: 1, cursor: undefined }).products.length > 0,
        people: listPeople(deps.storage, workspace).length > 1,
      });
    },
    { admit: { who: 'viewer' }, response: StartAnswer },
  );
}

/** Whether orders of a source came by a key: not by hand, and not out of a file. */
const isOfProgram = (source: string): boolean => source !== DASHBOARD_SOURCE && source !== IMPORT_SOURCE;

function describeOrder(
  { storage }: DashboardDeps,
  workspace: Workspace,
  nowMs: number,
  isWanted?: (source: string) => boolean,
) {
  const order = findNewestOrder({ storage, workspace }, isWanted);
  if (order === undefined) return null;
  // Its age by this clock: the browser's may be off by minutes.
  return { ...order, at: toIso(order.at), ageMs: Math.max(0, nowMs - order.at) };
}

/** The endpoint that was added first, with what became of the last test there and of the newest order's event. */
function describeEndpoint({ storage }: DashboardDeps, request: Request, eventId: string | undefined) {
  const { workspace } = memberOf(request);
  const language = languageOf(request);
  const [endpoint] = listEndpoints(storage, workspace);
  if (endpoint === undefined) return null;
  const attempts = listAttempts({ storage, workspace }, endpoint.id) ?? [];
  const outcome = (one: AttemptRecord | undefined) =>
    one === undefined
      ? null
      : {
          type: one.type,
          status: one.status,
          httpCode: one.httpCode,
          responseTime: one.responseTime,
          at: toIso(one.at),
          explanation: one.reason === null ? null : reasonInWords(language, one.reason, one.httpCode),
        };
  return {
    id: endpoint.id,
    url: addressFor(request, endpoint.url),
    state: endpoint.state,
    test: outcome(attempts.find(({ kind }) => kind === 'test')),
    delivery: outcome(attempts.find((one) => one.eventId === eventId)),
    /** Whether anything but a test was ever taken, as far as its history goes back. */
    delivered: attempts.some(({ kind, status }) => kind !== 'test' && status === 'succeeded'),
  };
}
