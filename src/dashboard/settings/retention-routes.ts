import { t } from 'elysia';
import { toIso } from '../../base/index.ts';
import { changeOrderRetention, ORDER_YEARS, readOrderRetention } from '../../orders/index.ts';
import {
  changeRetention,
  DISTRUSTED_MS,
  RETENTION_BOUNDS,
  readJudgedAt,
  readRetention,
} from '../../retention/index.ts';
import { CLOSED, shown } from '../../web/index.ts';
import { type Desk, Done, group, type MemberCtx, SOME } from '../desk/index.ts';
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
  SOME,
);
const Orders = t.Object({ years: t.Union([t.Number(), t.Null()]) }, CLOSED);
const BASE = '/app/api/workspaces/:workspace';

export const retentionRoutes = (desk: Desk) =>
  group(desk, 'retention')
    .get(`${BASE}/retention`, ({ ctx }) => describe(ctx), {
      owner: { installation: true },
      response: RetentionAnswer,
    })
    .post(`${BASE}/retention`, ({ ctx, body }) => changeRetention(ctx, body), {
      owner: { installation: true, proof: true },
      body: Change,
      response: Done,
    })
    .get(
      `${BASE}/settings/orders-kept`,
      ({ ctx }) =>
        shown(OrdersKeptAnswer.data, {
          ...readOrderRetention(ctx.storage.read, ctx.workspace.seq),
          bounds: ORDER_YEARS,
        }),
      { owner: true, response: OrdersKeptAnswer },
    )
    .post(`${BASE}/settings/orders-kept`, ({ ctx, body }) => changeOrderRetention(ctx, body.years), {
      owner: { proof: true },
      body: Orders,
      response: Done,
    });

function describe({ storage, nowMs }: MemberCtx) {
  const judgedAt = readJudgedAt(storage.read, nowMs);
  const isBehind = judgedAt !== undefined && nowMs - judgedAt > DISTRUSTED_MS;
  return {
    kept: readRetention(storage.read),
    bounds: RETENTION_BOUNDS,
    /**
     * The time that Docket takes as the present when it computes the age of data. Null unless this time is far behind
     * the clock.
     */
    judgedAt: isBehind ? toIso(judgedAt) : null,
  };
}
