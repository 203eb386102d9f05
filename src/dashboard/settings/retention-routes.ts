import { Elysia, t } from 'elysia';
import { toIso, toIsoOrNull } from '../../base/index.ts';
import { changeOrderRetention, ORDER_YEARS, readOrderRetention } from '../../orders/index.ts';
import {
  changeRetention,
  DISTRUSTED_MS,
  RETENTION_BOUNDS,
  readJudgedAt,
  readRetention,
} from '../../retention/index.ts';
import { admissionPlugin, memberOf, signedOf } from '../admission.ts';
import { ctxOf, momentOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { CLOSED, Done } from '../wire.ts';
import { OrdersKeptAnswer, RetentionAnswer } from './answers.ts';

const Kept = t.Optional(t.Union([t.Number(), t.Null()]));
const Change = t.Object(
  {
    eventsDays: Kept,
    attempts: Kept,
    callsDays: t.Optional(t.Number()),
    mailsDays: Kept,
    sessionsDays: t.Optional(t.Number()),
  },
  { ...CLOSED, minProperties: 1 },
);
const Orders = t.Object({ years: t.Union([t.Number(), t.Null()]) }, CLOSED);
const BASE = '/app/api/workspaces/:workspace';

/** How long things are kept: of the installation by those whom it belongs to, of its orders by each workspace's owners. */
export function retentionRoutes(deps: DashboardDeps) {
  const { storage } = deps;
  return new Elysia({ name: 'retention' })
    .use(admissionPlugin(deps))
    .get(`${BASE}/retention`, ({ request }) => answer(deps, request, describe(deps, momentOf(deps, request))), {
      admit: { who: 'owner', installation: true },
      response: RetentionAnswer,
    })
    .post(
      `${BASE}/retention`,
      async ({ body, request }) => {
        await changeRetention({ storage, actor: signedOf(request).actor }, body);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', installation: true, proof: true }, body: Change, response: Done },
    )
    .get(
      `${BASE}/settings/orders-kept`,
      ({ request }) => {
        const { years, beginsAt } = readOrderRetention(storage.read, memberOf(request).workspace.seq);
        return answer(deps, request, { years, beginsAt: toIsoOrNull(beginsAt), bounds: ORDER_YEARS });
      },
      { admit: { who: 'owner' }, response: OrdersKeptAnswer },
    )
    .post(
      `${BASE}/settings/orders-kept`,
      async ({ body, request }) => {
        await changeOrderRetention(ctxOf(deps, request), body.years);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', proof: true }, body: Orders, response: Done },
    );
}

function describe({ storage }: DashboardDeps, nowMs: number) {
  const judgedAt = readJudgedAt(storage.read, nowMs);
  const isBehind = judgedAt !== undefined && nowMs - judgedAt > DISTRUSTED_MS;
  return {
    kept: readRetention(storage.read),
    bounds: RETENTION_BOUNDS,
    /** What ages are judged by, where the clock is far ahead of it; else null. */
    judgedAt: isBehind ? toIso(judgedAt) : null,
  };
}
