import { inTurns, type Language } from '../../base/index.ts';
import { listStatuses, readDebts, shopTime } from '../../orders/index.ts';
import { type Cell, type Period, type ReadingCtx, type Rows, tableReading } from '../desk/index.ts';
import { methodIn, sourceIn } from '../orders/csv.ts';
import type { ComparedFigure, ComparedRow, Figure } from './compare.ts';
import { reportDaysIn } from './filter.ts';
import { pointsOf, readItems, readWhole, tablesOf, totalsOf } from './readings.ts';

const HEADINGS = {
  en: { row: ['Report', 'Name'], figure: ['From', 'To', 'Count', 'Quantity', 'Sum'], before: 'before' },
  ru: { row: ['Отчёт', 'Название'], figure: ['С', 'По', 'Число', 'Количество', 'Сумма'], before: 'раньше' },
} as const;

function headingsIn(language: Language): string[] {
  const { row, figure, before } = HEADINGS[language];
  return [...row, ...figure, ...figure.map((name) => `${name}, ${before}`)];
}

const EN = {
  orders: 'Orders by order date',
  average: 'Average order',
  received: 'Received',
  refunded: 'Refunded',
  net: 'Net by payment date',
  day: 'Orders by day',
  receivedDay: 'Received by day',
  refundedDay: 'Refunded by day',
  statuses: 'Statuses',
  sources: 'Sources',
  platforms: 'Ordered through',
  methods: 'Received by method',
  refunds: 'Refunded by method',
  items: 'Items',
  debts: 'Owed now, by order date',
  others: 'All others',
};
const REPORTS: Readonly<Record<Language, typeof EN>> = {
  en: EN,
  ru: {
    orders: 'Заказы по дате заказа',
    average: 'Средний заказ',
    received: 'Получено',
    refunded: 'Возвращено',
    net: 'Итого по дате оплаты',
    day: 'Заказы по дням',
    receivedDay: 'Получено по дням',
    refundedDay: 'Возвращено по дням',
    statuses: 'Статусы',
    sources: 'Источники',
    platforms: 'Откуда заказ',
    methods: 'Получено по способам',
    refunds: 'Возвращено по способам',
    items: 'Товары',
    debts: 'Долги сейчас, по дате заказа',
    others: 'Все остальные',
  },
};

/** The limit on rows of one table in the file. */
const TOLD = 10_000;

export const tableOfReport = tableReading<{ readonly filter?: string | undefined }>(
  'table of a report',
  (ctx, { filter }) => rowsOf(ctx, filter),
);

type Row = Rows[number];

async function* rowsOf(ctx: ReadingCtx, filter: string | undefined): AsyncGenerator<Rows, void> {
  const { language } = ctx;
  const w = REPORTS[language];
  const days = reportDaysIn(ctx, filter);
  yield [headingsIn(language)];
  const whole = await readWhole(ctx, filter);
  const row = (report: string, name: string, both: ComparedFigure): Row => [
    report,
    name,
    ...daysIn(days),
    ...figureIn(both.now),
    ...daysIn(days.before),
    ...figureIn(both.before),
  ];
  for (const [name, both] of Object.entries(totalsOf(whole))) yield [row(w[name as keyof typeof EN], '', both)];
  for (const point of pointsOf(whole, 'day')) yield pointRows(w, point);
  const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, language);
  const named = (report: keyof typeof EN, name: string): string => {
    if (report === 'statuses') return statuses.find(({ id }) => id === name)?.name ?? name;
    if (report === 'methods' || report === 'refunds') return methodIn(language, name);
    return report === 'sources' ? sourceIn(language, name) : name;
  };
  const table = (report: keyof typeof EN, rows: readonly ComparedRow[]): Rows =>
    rows.map((one) => row(w[report], one.name === null ? w.others : named(report, one.name), one));
  const tables = await inTurns(ctx.workspace.seq, tablesOf(whole, TOLD));
  for (const report of ['statuses', 'sources', 'platforms', 'methods', 'refunds'] as const) {
    yield table(report, tables[report]);
  }
  yield table('items', await readItems(ctx, days, TOLD));
  yield await debtRows(ctx, w.debts);
}

const daysIn = ({ from, to }: Period): readonly Cell[] => [{ day: from }, { day: to }];

const figureIn = (of: Figure | null): readonly Cell[] =>
  of === null
    ? ['', '', '']
    : [
        of.count === null ? '' : { number: of.count },
        of.quantity === null ? '' : { number: of.quantity / 1_000 },
        { kopecks: of.sum },
      ];

function pointRows(w: typeof EN, point: ReturnType<typeof pointsOf>[number]): Rows {
  const day = daysIn(point);
  return [
    [w.day, '', ...day, '', '', { kopecks: point.revenue }, '', '', '', '', { kopecks: point.revenueBefore }],
    ...(['received', 'refunded'] as const).map(
      (way): Row => [w[`${way}Day`], '', ...day, '', '', { kopecks: point[way] }, '', '', '', '', ''],
    ),
  ];
}

async function debtRows(ctx: ReadingCtx, report: string): Promise<Rows> {
  const debts = await readDebts(ctx, shopTime(ctx.nowMs, ctx.workspace.timeZone).today);
  return debts.map(({ from, to, owed }) => [
    report,
    '',
    ...[from, to].map((day) => (day === null ? '' : { day })),
    '',
    '',
    { kopecks: owed },
    '',
    '',
    '',
    '',
    '',
  ]);
}
