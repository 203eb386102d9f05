import { Elysia } from 'elysia';
import { AppError, type Language } from '../../base/index.ts';
import {
  addNote,
  countUntouched,
  createInquiry,
  listCards,
  makeOrder,
  moveInquiry,
  readBoard,
  readCardSettings,
  whyOff,
} from '../../inquiries/index.ts';
import { answerAside, type Desk, group, idOfForm, Made, makeOnce, Nothing, shown } from '../desk/index.ts';
import { MadeOrder } from '../orders/answers.ts';
import { dayStart } from '../orders/shape.ts';
import { BoardAnswer, CardsAnswer, InquiryAnswer, MovedAnswer, NotedAnswer, UntouchedAnswer } from './answers.ts';
import { CardsQuery, Move, Note, OrderOf } from './model.ts';
import { readInquiry } from './readings.ts';

const BASE = '/app/api/workspaces/:workspace/inquiries';
const PAGE = 30;

export const inquiryDeskRoutes = (desk: Desk) =>
  new Elysia({ name: 'inquiry-desk' }).use(readingRoutes(desk)).use(workRoutes(desk));

const readingRoutes = (desk: Desk) =>
  group(desk, 'inquiry-reading')
    .get(
      BASE,
      async ({ ctx, query }) => {
        const settings = readCardSettings(ctx.storage.read, ctx.workspace.seq);
        const asked = { stageId: query.stage, settings, limit: PAGE, cursor: query.cursor };
        return shown(CardsAnswer.data, await listCards(ctx, asked));
      },
      { viewer: true, query: CardsQuery, response: CardsAnswer },
    )
    .get(
      `${BASE}/board`,
      async ({ ctx }) => {
        const { stages, settings } = await readBoard(ctx, PAGE);
        return shown(BoardAnswer.data, { columns: stages, settings, off: whyOff(ctx.workspace, ctx.environment) });
      },
      { viewer: true, response: BoardAnswer },
    )
    .get(`${BASE}/untouched`, ({ ctx }) => ({ count: countUntouched(ctx) }), {
      viewer: true,
      response: UntouchedAnswer,
    })
    .get(`${BASE}/:id`, ({ ctx, params }) => answerAside(ctx, readInquiry, params.id), {
      viewer: true,
      response: InquiryAnswer,
    });

const workRoutes = (desk: Desk) =>
  group(desk, 'inquiry-work')
    .post(
      `${BASE}/sample`,
      ({ ctx }) => {
        const off = whyOff(ctx.workspace, ctx.environment);
        if (off !== null) throw new AppError({ rule: off });
        const payload = samplePayload(ctx.language);
        const payloadText = JSON.stringify(payload);
        return makeOnce(ctx, undefined, async (once) => {
          const sample = { payload, payloadText, idempotencyKey: undefined };
          const { inquiry } = await createInquiry(once, sample);
          return { id: inquiry.id };
        });
      },
      { manager: true, body: Nothing, response: Made },
    )
    .post(`${BASE}/:id/move`, ({ ctx, body, params }) => moveInquiry(ctx, { id: params.id, ...body }), {
      manager: true,
      body: Move,
      response: MovedAnswer,
    })
    .post(
      `${BASE}/:id/notes`,
      ({ ctx, body, params }) =>
        makeOnce(ctx, body, async (once) => ({
          version: await addNote(once, { id: params.id, text: body.text }),
        })),
      { manager: true, body: Note, response: NotedAnswer },
    )
    .post(
      `${BASE}/:id/order`,
      async ({ ctx, body, params }) => {
        const { date, ...content } = body;
        const input = { ...content, requestKey: `manual:${idOfForm(ctx)}`, date: dayStart(date) };
        const { order } = await makeOrder(ctx, { inquiryId: params.id, ...input });
        return { id: order.id, num: order.num };
      },
      { manager: { large: true }, body: OrderOf, response: MadeOrder },
    );

const samplePayload = (language: Language) =>
  language === 'ru'
    ? {
        имя: 'Анна Смирнова',
        телефон: '+7 912 000-00-00',
        сообщение: 'Здравствуйте! Нужен букет на субботу, пионы или розы, до 5000 ₽. Доставка возможна?',
        страница: '/contacts',
      }
    : {
        name: 'Anna Smith',
        phone: '+7 912 000-00-00',
        message: 'Hello! I need a bouquet for Saturday, peonies or roses, up to 5,000 roubles. Do you deliver?',
        page: '/contacts',
      };
