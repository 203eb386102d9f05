import { Elysia, t } from 'elysia';
import { listApiKeys } from '../../keys/index.ts';
import { changeNumberSeries, previewNumbers, readNumberSeries } from '../../orders/index.ts';
import { listEndpoints, readQueue } from '../../webhooks/index.ts';
import { addWorkspace, hasAutomation, updateWorkspace, type Workspace } from '../../workspaces/index.ts';
import { admissionPlugin, memberOf, signedOf } from '../admission.ts';
import { ctxOf, momentOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { InWorkspace } from '../links/answers.ts';
import { answerOnce } from '../make-once.ts';
import { CLOSED, Done, SOME } from '../wire.ts';
import { NumbersAnswer, SettingsAnswer } from './answers.ts';
import { logoRoutes } from './logo-routes.ts';

const Text = t.String({ maxLength: 1_000 });
const Whole = t.Integer({ minimum: 0, maximum: 9_007_199_254_740_991 });
const NewWorkspace = t.Object({ name: Text, timeZone: Text }, CLOSED);
const Maybe = t.Optional(Text);
const Profile = t.Object(
  { name: Maybe, timeZone: Maybe, accent: Maybe, address: Maybe, phone: Maybe, thanks: Maybe },
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
  },
  SOME,
);

const SHOWN = 3;
const BASE = '/app/api/workspaces/:workspace/settings';

/** A workspace's name, zone, numbers, plan and switches, by its owners; and a further workspace. */
export function workspaceSettingsRoutes(deps: DashboardDeps) {
  const { storage } = deps;
  const here = (request: Request) => memberOf(request).workspace;
  return new Elysia({ name: 'workspace-settings' })
    .use(admissionPlugin(deps))
    .use(logoRoutes(deps))
    .post(
      '/app/api/workspaces',
      async ({ body, request }) => {
        const { session, actor } = signedOf(request);
        return answerOnce(deps, { request, body }, async (once) => {
          const made = await addWorkspace(
            { storage: once, personSeq: session.person.seq, actor },
            { ...body, plan: 'pro' },
          );
          return { workspaceId: made.id };
        });
      },
      { admit: { who: 'signed-in', installation: true, proof: true }, body: NewWorkspace, response: InWorkspace },
    )
    .get(BASE, ({ request }) => answer(deps, request, describe(deps, here(request), momentOf(deps, request))), {
      admit: { who: 'owner' },
      response: SettingsAnswer,
    })
    .get(
      `${BASE}/numbers`,
      ({ query, request }) => {
        const { seq } = here(request);
        const series = { ...readNumberSeries(storage.read, seq), ...query };
        return answer(deps, request, previewNumbers(storage.read, seq, series, SHOWN));
      },
      { admit: { who: 'owner' }, query: SeriesQuery, response: NumbersAnswer },
    )
    .post(
      `${BASE}/numbers`,
      async ({ body, request }) => {
        const { goesBack = false, ...series } = body;
        await changeNumberSeries(ctxOf(deps, request), { ...series, goesBack });
        return answer(deps, request, {});
      },
      { admit: { who: 'owner' }, body: SeriesChange, response: Done },
    )
    .post(
      `${BASE}/profile`,
      async ({ body, request }) => {
        await updateWorkspace(ctxOf(deps, request), body);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner' }, body: Profile, response: Done },
    )
    .post(
      `${BASE}/plan`,
      async ({ body, request }) => {
        await updateWorkspace(ctxOf(deps, request), body);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', proof: true }, body: Plan, response: Done },
    );
}

/** With what each switch would stop, so that a page can say so before it is turned. */
function describe({ storage, environment }: DashboardDeps, workspace: Workspace, nowMs: number) {
  const series = readNumberSeries(storage.read, workspace.seq);
  const keys = listApiKeys({ storage, workspace }, { nowMs }).filter(({ state }) => state !== 'revoked');
  const endpoints = listEndpoints(storage, workspace).filter(({ state }) => state !== 'off');
  return {
    series,
    ...previewNumbers(storage.read, workspace.seq, series, SHOWN),
    environment,
    automation: hasAutomation(workspace),
    keys: keys.length,
    inquiryKeys: keys.filter(({ scopes }) => scopes.includes('svc:inquiries:create')).length,
    endpoints: endpoints.length,
    waiting: readQueue(storage.read, workspace.seq).waiting,
  };
}
