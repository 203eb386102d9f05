import { Elysia } from 'elysia';
import { AppError } from '../../base/index.ts';
import {
  addNote,
  countUntouched,
  createInquiry,
  getDeskInquiry,
  listCards,
  listStages,
  makeOrder,
  moveInquiry,
  readBoard,
  readCardSettings,
  whyOff,
} from '../../inquiries/index.ts';
import { admissionPlugin } from '../admission.ts';
import { ctxOf, languageOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { answerOnce } from '../make-once.ts';
import { MadeOrder } from '../orders/answers.ts';
import { Nothing } from '../wire.ts';
import {
  BoardAnswer,
  CardsAnswer,
  InquiryAnswer,
  MadeSample,
  MovedAnswer,
  NotedAnswer,
  UntouchedAnswer,
} from './answers.ts';
import { CardsQuery, Move, Note, OrderOf } from './model.ts';
import { samplePayload } from './sample.ts';
import { shapeInquiry, shapePage } from './shape.ts';

const BASE = '/app/api/workspaces/:workspace/inquiries';
/** The cards of one stage that are shown at once. */
const PAGE = 30;

/** The inquiry flow: read by all, worked on by managers and owners. */
export function inquiryDeskRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'inquiry-desk' }).use(readingRoutes(deps)).use(workRoutes(deps));
}

function readingRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'inquiry-reading' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ query, request }) => {
        const ctx = ctxOf(deps, request);
        const settings = readCardSettings(ctx.storage.read, ctx.workspace.seq);
        return answer(
          deps,
          request,
          shapePage(listCards(ctx, { stageId: query.stage, settings, limit: PAGE, cursor: query.cursor })),
        );
      },
      { admit: { who: 'viewer' }, query: CardsQuery, response: CardsAnswer },
    )
    .get(
      `${BASE}/board`,
      ({ request }) => {
        const ctx = ctxOf(deps, request);
        const { stages, settings } = readBoard(ctx, PAGE);
        const shown = stages.map((stage) => ({ ...stage, ...shapePage(stage) }));
        return answer(deps, request, { stages: shown, settings, off: whyOff(ctx.workspace, deps.environment) });
      },
      { admit: { who: 'viewer' }, response: BoardAnswer },
    )
    .get(`${BASE}/untouched`, ({ request }) => answer(deps, request, { count: countUntouched(ctxOf(deps, request)) }), {
      admit: { who: 'viewer' },
      response: UntouchedAnswer,
    })
    .get(
      `${BASE}/:id`,
      ({ params, request }) => {
        const ctx = ctxOf(deps, request);
        const stages = listStages(ctx.storage.read, ctx.workspace.seq);
        return answer(deps, request, { inquiry: shapeInquiry(getDeskInquiry(ctx, params.id)), stages });
      },
      { admit: { who: 'viewer' }, response: InquiryAnswer },
    );
}

function workRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'inquiry-work' })
    .use(admissionPlugin(deps))
    .post(
      `${BASE}/sample`,
      async ({ request }) => {
        const ctx = ctxOf(deps, request);
        const off = whyOff(ctx.workspace, deps.environment);
        if (off !== null) throw new AppError({ rule: off });
        const payload = samplePayload(languageOf(request));
        const payloadText = JSON.stringify(payload);
        return answerOnce(deps, { request }, async (once) => {
          const sample = { payload, payloadText, idempotencyKey: undefined };
          const { inquiry } = await createInquiry({ ...ctx, storage: once }, sample);
          return { id: inquiry.id };
        });
      },
      { admit: { who: 'manager' }, body: Nothing, response: MadeSample },
    )
    .post(
      `${BASE}/:id/move`,
      async ({ body, params, request }) =>
        answer(deps, request, await moveInquiry(ctxOf(deps, request), { id: params.id, ...body })),
      { admit: { who: 'manager' }, body: Move, response: MovedAnswer },
    )
    .post(
      `${BASE}/:id/notes`,
      ({ body, params, request }) =>
        answerOnce(deps, { request, body }, async (storage) => ({
          version: await addNote({ ...ctxOf(deps, request), storage }, { id: params.id, text: body.text }),
        })),
      { admit: { who: 'manager' }, body: Note, response: NotedAnswer },
    )
    .post(
      `${BASE}/:id/order`,
      async ({ body, params, request }) => {
        const { formId, date, ...content } = body;
        // A calendar day: with an offset, the day is the one written.
        const input = { ...content, requestKey: `manual:${formId}`, date: `${date}T00:00:00+00:00` };
        const { order } = await makeOrder(ctxOf(deps, request), { inquiryId: params.id, ...input });
        return answer(deps, request, { id: order.id, num: order.num });
      },
      { admit: { who: 'manager', large: true }, body: OrderOf, response: MadeOrder },
    );
}
