import { toIso } from '../../base/index.ts';
import {
  type AskedClose,
  type CloseTotals,
  listClosedDays,
  listCloses,
  readTill,
  shopTime,
  sumTill,
  type TillSums,
} from '../../orders/index.ts';
import { type Column, columnsReading, type Reading, type ReadingCtx, shown } from '../desk/index.ts';
import { ClosedDaysAnswer, TillAnswer } from './till-answers.ts';

const DAYS = 30;
const PAGE = 100;

export const todayOf = ({ nowMs, workspace }: Pick<ReadingCtx, 'nowMs' | 'workspace'>): string =>
  shopTime(nowMs, workspace.timeZone).today;

export const readTillDay: Reading<{ readonly day?: string | undefined }, (typeof TillAnswer)['static']> = {
  name: 'till of a day',
  async read(ctx, { day }) {
    const today = todayOf(ctx);
    const till = await readTill(ctx, { day: day ?? today, nowMs: ctx.nowMs, asker: ctx.request });
    return shown(TillAnswer.data, { ...till, today });
  },
};

export const readTillSums: Reading<AskedClose, TillSums> = {
  name: 'sums of a closed day',
  read: (ctx, asked) => sumTill(ctx, { ...asked, asker: ctx.request }),
};

export const readClosedDays: Reading<{ readonly cursor?: string | undefined }, (typeof ClosedDaysAnswer)['static']> = {
  name: 'closed days',
  async read(ctx, { cursor }) {
    const page = await listClosedDays(ctx, { cursor, limit: DAYS, asker: ctx.request });
    return shown(ClosedDaysAnswer.data, page);
  },
};

const COLUMNS: readonly Column<CloseTotals>[] = [
  ['Day', 'День', ({ day }) => ({ day })],
  ['Received', 'Получено', ({ received }) => ({ kopecks: received })],
  ['Refunded', 'Возвращено', ({ refunded }) => ({ kopecks: refunded })],
  ['Cash at the start', 'Наличные в начале дня', ({ opening }) => ({ kopecks: opening })],
  ['Cash received', 'Получено наличными', ({ cashReceived }) => ({ kopecks: cashReceived })],
  ['Cash refunded', 'Возвращено наличными', ({ cashRefunded }) => ({ kopecks: cashRefunded })],
  ['Cash expected', 'Наличных должно быть', ({ expected }) => ({ kopecks: expected })],
  ['Cash counted', 'Наличных посчитано', ({ counted }) => ({ kopecks: counted })],
  ['Difference', 'Разница', ({ difference }) => ({ kopecks: difference })],
  ['Closed by', 'Кто закрыл', ({ actorName }) => actorName ?? ''],
  ['Closed at', 'Когда закрыл', ({ at }) => toIso(at)],
  ['Note', 'Заметка', ({ note }) => note ?? ''],
];

export const tableOfCloses = columnsReading('table of closed days', COLUMNS, closesOf);

function* closesOf(ctx: ReadingCtx): Generator<CloseTotals[], void> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const closes = listCloses(ctx, { before, limit: PAGE });
    yield closes;
    const last = closes.at(-1);
    if (last === undefined || closes.length < PAGE) return;
    before = last.seq;
  }
}
