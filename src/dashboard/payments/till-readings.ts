import { type Language, toIso } from '../../base/index.ts';
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
import { type Cell, type Reading, type ReadingCtx, type Rows, shown, tableReading } from '../desk/index.ts';
import { ClosedDay, type ClosedDaysAnswer, Till, type TillAnswer } from './till-answers.ts';

const DAYS = 30;
/** The lines of the file that are read at once. */
const PAGE = 100;

export const todayOf = ({ nowMs, workspace }: Pick<ReadingCtx, 'nowMs' | 'workspace'>): string =>
  shopTime(nowMs, workspace.timeZone).today;

export const readTillDay: Reading<{ readonly day?: string | undefined }, (typeof TillAnswer)['static']> = {
  name: 'till of a day',
  async read(ctx, { day }) {
    const today = todayOf(ctx);
    const till = await readTill(ctx, { day: day ?? today, nowMs: ctx.nowMs, asker: ctx.request });
    return shown(Till, { ...till, today });
  },
};

/** Adds up a day for its close, however many payments it has. */
export const readTillSums: Reading<AskedClose, TillSums> = {
  name: 'sums of a closed day',
  read: (ctx, asked) => sumTill(ctx, { ...asked, asker: ctx.request }),
};

export const readClosedDays: Reading<{ readonly cursor?: string | undefined }, (typeof ClosedDaysAnswer)['static']> = {
  name: 'closed days',
  async read(ctx, { cursor }) {
    const { days, nextCursor } = await listClosedDays(ctx, { cursor, limit: DAYS, asker: ctx.request });
    return { days: days.map((one) => shown(ClosedDay, one)), nextCursor };
  },
};

const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Day',
    'Received',
    'Refunded',
    'Cash at the start',
    'Cash received',
    'Cash refunded',
    'Cash expected',
    'Cash counted',
    'Difference',
    'Closed by',
    'Closed at',
    'Note',
  ],
  ru: [
    'День',
    'Получено',
    'Возвращено',
    'Наличные в начале дня',
    'Получено наличными',
    'Возвращено наличными',
    'Наличных должно быть',
    'Наличных посчитано',
    'Разница',
    'Кто закрыл',
    'Когда закрыл',
    'Заметка',
  ],
};

export const tableOfCloses = tableReading('table of closed days', rowsOf);

/** A row for each closing of the till, newest first. */
function* rowsOf(ctx: ReadingCtx): Generator<Rows, void> {
  yield [HEADINGS[ctx.language]];
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const closes = listCloses(ctx, { before, limit: PAGE });
    yield closes.map(cellsOf);
    const last = closes.at(-1);
    if (last === undefined || closes.length < PAGE) return;
    before = last.seq;
  }
}

const cellsOf = (close: CloseTotals): readonly Cell[] => [
  { day: close.day },
  ...[
    close.received,
    close.refunded,
    close.opening,
    close.cashReceived,
    close.cashRefunded,
    close.expected,
    close.counted,
    close.difference,
  ].map((kopecks) => ({ kopecks })),
  close.actorName ?? '',
  toIso(close.at),
  close.note ?? '',
];
