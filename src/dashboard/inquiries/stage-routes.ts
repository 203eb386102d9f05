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
import { type Desk, Done, makeOnce } from '../desk/index.ts';
import { RemovedStage, SetUpAnswer, StageAnswer } from './answers.ts';
import { NewStage, Settings, StageChange, StageOrder, StageRemoval } from './model.ts';

const STAGES = '/app/api/workspaces/:workspace/inquiry-stages';
const SETTINGS = '/app/api/workspaces/:workspace/inquiry-settings';

/** How the flow is set up, which is the owner's. */
export const inquiryStageRoutes = (desk: Desk) =>
  new Elysia({ name: 'inquiry-stages' })
    .use(desk)
    .get(
      SETTINGS,
      ({ ctx }) => {
        const counts = countByStage(ctx.storage.read, ctx.workspace.seq);
        return {
          stages: listStages(ctx.storage.read, ctx.workspace.seq).map((stage) => ({
            ...stage,
            count: counts.get(stage.id) ?? 0,
          })),
          settings: readCardSettings(ctx.storage.read, ctx.workspace.seq),
          seen: listSeenPaths(ctx),
        };
      },
      { viewer: true, response: SetUpAnswer },
    )
    .post(SETTINGS, ({ ctx, body }) => saveCardSettings(ctx, body), { owner: true, body: Settings, response: Done })
    .post(STAGES, ({ ctx, body }) => makeOnce(ctx, body, (once) => addStage(once, body)), {
      owner: true,
      body: NewStage,
      response: StageAnswer,
    })
    .post(`${STAGES}/order`, ({ ctx, body }) => orderStages(ctx, body.ids), {
      owner: true,
      body: StageOrder,
      response: Done,
    })
    .post(`${STAGES}/:id/update`, ({ ctx, body, params }) => updateStage(ctx, { id: params.id, ...body }), {
      owner: true,
      body: StageChange,
      response: Done,
    })
    .post(
      `${STAGES}/:id/remove`,
      async ({ ctx, body, params }) => ({ moved: await removeStage(ctx, { id: params.id, to: body.to }) }),
      { owner: true, body: StageRemoval, response: RemovedStage },
    );
