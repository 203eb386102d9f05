import type { Language } from '../../base/index.ts';
import { listSchedules, type Order, type ScheduledRow } from '../../orders/index.ts';
import { asDigits, type Column, columnsReading, pagesOf, type ReadingCtx } from '../desk/index.ts';
import { itemsOf } from './csv.ts';
import { faceOf } from './shape.ts';

const EVERY = {
  en: { week: 'every week', two_weeks: 'every two weeks', month: 'every month', year: 'every year' },
  ru: { week: 'каждую неделю', two_weeks: 'каждые две недели', month: 'каждый месяц', year: 'каждый год' },
} as const;
const PAUSED: Readonly<Record<Language, string>> = { en: 'paused', ru: 'на паузе' };

interface Line extends ScheduledRow<Order> {
  readonly language: Language;
  readonly face: ReturnType<typeof faceOf>;
}

const COLUMNS: readonly Column<Line>[] = [
  ['How often', 'Как часто', ({ every, language }) => EVERY[language][every]],
  ['Next date', 'Следующая дата', ({ next }) => ({ day: next ?? '' })],
  ['Last date', 'Последняя дата', ({ last }) => ({ day: last ?? '' })],
  ['Days before', 'За сколько дней', ({ daysBefore }) => ({ number: daysBefore })],
  ['Paused', 'Пауза', ({ isPaused, language }) => (isPaused ? PAUSED[language] : '')],
  ['Number', 'Номер', ({ order }) => asDigits(order.num)],
  ['Client', 'Клиент', ({ face }) => face.clientName ?? ''],
  ['Phone', 'Телефон', ({ face }) => asDigits(face.clientPhone ?? '')],
  ['Recipient', 'Получатель', ({ face }) => face.recipientName ?? ''],
  ['Address', 'Адрес', ({ face }) => face.address ?? ''],
  ['Items', 'Позиции', ({ face }) => itemsOf(face)],
  ['Total', 'Сумма', ({ order }) => ({ kopecks: order.price })],
];
const PAGE = 50;

interface SchedulesQuery {
  /** The current day in the shop's time zone. */
  readonly today: string;
}

export const tableOfSchedules = columnsReading('table of repeating orders', COLUMNS, linesOf);

async function* linesOf(ctx: ReadingCtx, { today }: SchedulesQuery): AsyncGenerator<Line[], void> {
  const { language } = ctx;
  const shape = (order: Order): Order => order;
  for await (const page of pagesOf((cursor) => listSchedules(ctx, { today, shape, limit: PAGE, cursor }))) {
    yield page.schedules.map((one) => ({ ...one, language, face: faceOf(one.order) }));
  }
}
