import { Type } from '@sinclair/typebox';
import { t } from 'elysia';
import { listApiKeys } from '../../keys/index.ts';
import { changeNumberSeries, readNumberSeries } from '../../orders/index.ts';
import { CLOSED } from '../../web/index.ts';
import { listEndpoints, readQueue } from '../../webhooks/index.ts';
import { addWorkspace, hasAutomation, updateWorkspace } from '../../workspaces/index.ts';
import {
  answerAside,
  type Desk,
  Done,
  group,
  InWorkspace,
  type MemberCtx,
  makeOnce,
  readAside,
  SOME,
} from '../desk/index.ts';
import { NumbersAnswer, SettingsAnswer } from './answers.ts';
import { logoRoutes } from './logo-routes.ts';
import { readNumbers } from './readings.ts';

const Text = t.String({ maxLength: 1_000 });
const Whole = Type.Integer({ minimum: 0, maximum: 9_007_199_254_740_991 });
const NewWorkspace = t.Object({ name: Text, timeZone: Text }, CLOSED);
const Maybe = t.Optional(Text);
const Profile = t.Object(
  {
    name: Maybe,
    timeZone: Maybe,
    accent: Maybe,
    address: Maybe,
    phone: Maybe,
    thanks: Maybe,
    mapService: Maybe,
    mapCity: Maybe,
  },
  SOME,
);
const Series = { prefix: t.Optional(Text), padding: t.Optional(Whole), next: t.Optional(Whole) };
const SeriesChange = t.Object({ ...Series, goesBack: t.Optional(t.Boolean()) }, SOME);
const SeriesQuery = t.Object(
  { prefix: t.Optional(Text), padding: t.Optional(t.Numeric()), next: t.Optional(t.Numeric()) },
  CLOSED,
);
const Plan = t.Object(
  {
    plan: t.Optional(t.Union([t.Literal('free'), t.Literal('pro'), t.Literal('business')])),
    apiEnabled: t.Optional(t.Boolean()),
    inquiriesEnabled: t.Optional(t.Boolean()),
    webhooksEnabled: t.Optional(t.Boolean()),
    browsersKeep: t.Optional(t.Boolean()),
  },
  SOME,
);

const BASE = '/app/api/workspaces/:workspace/settings';

export const workspaceSettingsRoutes = (desk: Desk) =>
  group(desk, 'workspace-settings')
    .use(logoRoutes(desk))
    .post(
      '/app/api/workspaces',
      ({ ctx, body }) =>
        makeOnce(ctx, body, async (once) => {
          const made = await addWorkspace({ ...once, personSeq: ctx.session.person.seq }, { ...body, plan: 'pro' });
          return { workspaceId: made.id };
        }),
      { person: { installation: true, proof: true }, body: NewWorkspace, response: InWorkspace },
    )
    .get(BASE, ({ ctx }) => describe(ctx), {
      owner: { slot: 'reports' },
      response: SettingsAnswer,
    })
    .get(`${BASE}/numbers`, ({ ctx, query }) => answerAside(ctx, readNumbers, query), {
      owner: { slot: 'reports' },
      query: SeriesQuery,
      response: NumbersAnswer,
    })
    .post(`${BASE}/numbers`, ({ ctx, body }) => changeNumberSeries(ctx, { goesBack: false, ...body }), {
      owner: true,
      body: SeriesChange,
      response: Done,
    })
    .post(`${BASE}/profile`, ({ ctx, body }) => updateWorkspace(ctx, body), {
      owner: true,
      body: Profile,
      response: Done,
    })
    .post(`${BASE}/plan`, ({ ctx, body }) => updateWorkspace(ctx, body), {
      owner: { proof: true },
      body: Plan,
      response: Done,
    });

async function describe(ctx: MemberCtx) {
  const { storage, workspace, environment, nowMs } = ctx;
  const keys = listApiKeys(ctx, { nowMs }).filter(({ state }) => state !== 'revoked');
  const endpoints = listEndpoints(storage, workspace).filter(({ state }) => state !== 'off');
  return {
    series: readNumberSeries(storage.read, workspace.seq),
    ...(await readAside(ctx, readNumbers, null)),
    environment,
    automation: hasAutomation(workspace),
    keys: keys.length,
    inquiryKeys: keys.filter(({ scopes }) => scopes.includes('svc:inquiries:create')).length,
    endpoints: endpoints.length,
    waiting: readQueue(storage.read, workspace.seq).waiting,
  };
}
