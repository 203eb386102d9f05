import { Elysia } from 'elysia';
import {
  addStage,
  countByStage,
  listSeenPaths,
  listStages,
  orderStages,
  readCardSettings,
  removeStage,
  saveCardSettings,
  updateStage,
} from '../../inquiries/index.ts';
import { admissionPlugin } from '../admission.ts';
import { ctxOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { answerOnce } from '../make-once.ts';
import { Done } from '../wire.ts';
import { RemovedStage, SetUpAnswer, StageAnswer } from './answers.ts';
import { NewStage, Settings, StageChange, StageOrder, StageRemoval } from './model.ts';

const STAGES = '/app/api/workspaces/:workspace/inquiry-stages';
const SETTINGS = '/app/api/workspaces/:workspace/inquiry-settings';

/** How the flow is set up, which is the owner's. */
export function inquiryStageRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'inquiry-stages' })
    .use(admissionPlugin(deps))
    .get(
      SETTINGS,
      ({ request }) => {
        const ctx = ctxOf(deps, request);
        const counts = countByStage(ctx.storage.read, ctx.workspace.seq);
        return answer(deps, request, {
          stages: listStages(ctx.storage.read, ctx.workspace.seq).map((stage) => ({
            ...stage,
            count: counts.get(stage.id) ?? 0,
          })),
          settings: readCardSettings(ctx.storage.read, ctx.workspace.seq),
          seen: listSeenPaths(ctx),
        });
      },
      { admit: { who: 'viewer' }, response: SetUpAnswer },
    )
    .post(
      SETTINGS,
      async ({ body, request }) => {
        await saveCardSettings(ctxOf(deps, request), body);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner' }, body: Settings, response: Done },
    )
    .post(
      STAGES,
      ({ body, request }) =>
        answerOnce(deps, { request, body }, (storage) => addStage({ ...ctxOf(deps, request), storage }, body)),
      { admit: { who: 'owner' }, body: NewStage, response: StageAnswer },
    )
    .post(
      `${STAGES}/order`,
      async ({ body, request }) => {
        await orderStages(ctxOf(deps, request), body.ids);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner' }, body: StageOrder, response: Done },
    )
    .post(
      `${STAGES}/:id/update`,
      async ({ body, params, request }) => {
        await updateStage(ctxOf(deps, request), { id: params.id, ...body });
        return answer(deps, request, {});
      },
      { admit: { who: 'owner' }, body: StageChange, response: Done },
    )
    .post(
      `${STAGES}/:id/remove`,
      async ({ body, params, request }) =>
        answer(deps, request, { moved: await removeStage(ctxOf(deps, request), { id: params.id, to: body.to }) }),
      { admit: { who: 'owner' }, body: StageRemoval, response: RemovedStage },
    );
}
