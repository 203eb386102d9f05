import { t } from 'elysia';
import { AppError, type Language } from '../../base/index.ts';
import {
  addStep,
  type FlowCtx,
  INQUIRY_FLOW,
  listOwnSteps,
  listSteps,
  ORDER_FLOW,
  orderSteps,
  updateStep,
} from '../../flows/index.ts';
import { countByStage, removeStage } from '../../inquiries/index.ts';
import { countByStatus, removeStatus } from '../../orders/index.ts';
import { STEP_GROUPS, STEP_TONES } from '../../storage/index.ts';
import { CLOSED } from '../../web/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { type Desk, Done, group, keepWaiting, makeOnce, oneOf, SOME } from '../desk/index.ts';
import { FlowAnswer, RemovedStep, StepAnswer } from './answers.ts';

const Text = t.String({ maxLength: 1_000 });
const Id = t.String({ minLength: 1, maxLength: 100 });
const Tone = oneOf(STEP_TONES);
const Group = oneOf(STEP_GROUPS);
const Switch = t.Optional(t.Boolean());
/** The status or stage to create. Only a status has switches and an id that people choose. */
const NewStep = t.Object(
  { id: t.Optional(Text), name: Text, tone: Tone, group: Group, writesOffStock: Switch },
  CLOSED,
);
const StepChange = t.Object(
  { name: t.Optional(Text), tone: t.Optional(Tone), group: t.Optional(Group), active: Switch, writesOffStock: Switch },
  SOME,
);
const StepOrder = t.Object({ ids: t.Array(Id, { maxItems: 100 }) }, CLOSED);
/** `to` is the stage that takes over the inquiries of a removed stage. */
const StepRemoval = t.Object({ to: t.Optional(Id) }, CLOSED);

interface DeskFlow {
  readonly flow: FlowCtx['flow'];
  readonly count: (ctx: Ctx) => ReadonlyMap<string, number>;
  /** @returns the number of inquiries moved */
  readonly remove: (
    ctx: Ctx,
    input: Pick<FlowCtx, 'language'> & { readonly id: string; readonly to: string | undefined },
  ) => Promise<number>;
}

const FLOWS: Readonly<Record<'orders' | 'inquiries', DeskFlow>> = {
  orders: {
    flow: ORDER_FLOW,
    count: countByStatus,
    remove: (ctx, input) => removeStatus(ctx, input).then(() => 0),
  },
  inquiries: {
    flow: INQUIRY_FLOW,
    count: (ctx) => countByStage(ctx.storage.read, ctx.workspace.seq),
    remove: removeStage,
  },
};

const BASE = '/app/api/workspaces/:workspace/flows/:flow';

function flowOf({ flow }: { readonly flow: string }): DeskFlow {
  if (flow !== 'orders' && flow !== 'inquiries') throw new AppError({ rule: 'no_step' });
  return FLOWS[flow];
}

const of = (params: { readonly flow: string }, { language }: { readonly language: Language }): FlowCtx => ({
  flow: flowOf(params).flow,
  language,
});

export const flowRoutes = (desk: Desk) =>
  group(desk, 'flows')
    .get(
      BASE,
      ({ ctx, params }) => {
        const { flow, count } = flowOf(params);
        const counts = count(ctx);
        const steps = listSteps(ctx.storage.read, ctx.workspace.seq, flow, ctx.language);
        return {
          own: listOwnSteps(ctx.storage.read, ctx.workspace.seq, flow).length > 0,
          steps: steps.map((step) => ({ ...step, count: counts.get(step.id) ?? 0 })),
        };
      },
      { owner: true, response: FlowAnswer },
    )
    .post(
      BASE,
      ({ ctx, body, params }) => makeOnce(ctx, body, (once) => addStep(once, { ...body, ...of(params, ctx) })),
      { owner: true, body: NewStep, response: StepAnswer },
    )
    .post(`${BASE}/order`, ({ ctx, body, params }) => orderSteps(ctx, { ids: body.ids, ...of(params, ctx) }), {
      owner: true,
      body: StepOrder,
      response: Done,
    })
    .post(
      `${BASE}/:id/update`,
      ({ ctx, body, params }) => updateStep(ctx, { ...body, id: params.id, ...of(params, ctx) }),
      { owner: true, body: StepChange, response: Done },
    )
    .post(
      `${BASE}/:id/remove`,
      async ({ ctx, body, params }) => {
        keepWaiting(ctx);
        return { moved: await flowOf(params).remove(ctx, { id: params.id, to: body.to, language: ctx.language }) };
      },
      { owner: true, body: StepRemoval, response: RemovedStep },
    );
