import { type Language, toIso } from '../../base/index.ts';
import { type HistoryFilter, type HistoryRow, listHistory } from '../../orders/index.ts';
import { pagesOf, type ReadingCtx, type Rows, tableReading } from '../desk/index.ts';
import { ACTIONS_EN, ACTIONS_RU } from '../shared/action-words.ts';
import { nameSubjects } from './subjects.ts';

const ACTIONS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: ACTIONS_EN,
  ru: ACTIONS_RU,
};
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Time', 'Who', 'Name', 'What', 'Code', 'On', 'Id', 'From and to', 'Request'],
  ru: ['Время', 'Кто', 'Имя', 'Что', 'Код', 'На чём', 'Id', 'Было и стало', 'Запрос'],
};
const ACTORS: Readonly<Record<Language, Readonly<Record<HistoryRow['actor']['type'], string>>>> = {
  en: { key: 'key', person: 'person', command: 'command', system: 'Docket' },
  ru: { key: 'ключ', person: 'человек', command: 'команда', system: 'Docket' },
};

/**
 * The number of rows that one query returns. It is small, so that the server can serve other requests after every few
 * queries.
 */
const PAGE = 20;

export const tableOfHistory = tableReading('table of the history', rowsOf);

async function* rowsOf(ctx: ReadingCtx, filter: HistoryFilter): AsyncGenerator<Rows, void> {
  const { language } = ctx;
  yield [HEADINGS[language]];
  for await (const { rows } of pagesOf((cursor) => listHistory(ctx, { filter, limit: PAGE, cursor }))) {
    const names = await nameSubjects(ctx, rows);
    yield rows.map((row) => cellsOf(row, names.get(row.subject) ?? '', language));
  }
}

function cellsOf(row: HistoryRow, name: string, language: Language): readonly string[] {
  const changes = Object.entries(row.changes ?? {}).map(
    ([field, { from, to }]) => `${field}: ${text(from)} → ${text(to)}`,
  );
  return [
    toIso(row.at),
    ACTORS[language][row.actor.type],
    row.actorName ?? '',
    ACTIONS[language][row.action] ?? row.action,
    row.action,
    row.orderNum ?? name,
    row.subject,
    changes.join('; '),
    row.requestId ?? '',
  ];
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  if (typeof value === 'object' && 'num' in value && typeof value.num === 'string') return value.num;
  if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') return value.name;
  return JSON.stringify(value);
}
