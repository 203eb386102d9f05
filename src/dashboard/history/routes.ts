import { t } from 'elysia';
import { addDays, dayInZone, isCalendarDay, startOfDay, validationFailed } from '../../base/index.ts';
import { listApiKeys } from '../../keys/index.ts';
import { HISTORY_KINDS, type HistoryFilter } from '../../orders/index.ts';
import { listPeople } from '../../people/index.ts';
import { CLOSED, FileAnswer } from '../../web/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import {
  answerAside,
  type Desk,
  daysOfPeriod,
  group,
  oneOf,
  PERIODS,
  type ReadingCtx,
  tableResponse,
} from '../desk/index.ts';
import { ActorsAnswer, HistoryAnswer } from './answers.ts';
import { tableOfHistory } from './csv.ts';
import { readHistory } from './readings.ts';

const Short = t.Optional(t.String({ maxLength: 100 }));
const Kind = t.Optional(oneOf(HISTORY_KINDS));
const FILTERS = { kind: Kind, who: Short, when: t.Optional(oneOf(PERIODS)), from: Short, to: Short };
const Query = t.Object({ ...FILTERS, cursor: t.Optional(t.String({ maxLength: 300 })) }, CLOSED);
const ExportQuery = t.Object(FILTERS, CLOSED);

const BASE = '/app/api/workspaces/:workspace/history';
const WHO: readonly Actor['type'][] = ['person', 'key', 'command', 'system'];

interface HistoryQuery {
  readonly kind?: HistoryFilter['kind'];
  /** `person:ID`, `key:ID`, `command` or `system`; all actors if left out. */
  readonly who?: string | undefined;
  /** The name of a period; explicit days take precedence over it. */
  readonly when?: (typeof PERIODS)[number];
  /** The first and the last day, in the workspace's zone; both are inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const historyRoutes = (desk: Desk) =>
  group(desk, 'history')
    .get(
      BASE,
      ({ ctx, query }) => answerAside(ctx, readHistory, { filter: toFilter(query, ctx), cursor: query.cursor }),
      { owner: true, query: Query, response: HistoryAnswer },
    )
    .get(
      `${BASE}/actors`,
      ({ ctx }) => {
        const people = listPeople(ctx.storage, ctx.workspace).map((one) => ({
          who: `person:${one.id}`,
          name: one.name ?? one.email,
        }));
        const keys = listApiKeys(ctx, { nowMs: ctx.nowMs });
        return { people, keys: keys.map(({ id, name }) => ({ who: `key:${id}`, name })) };
      },
      { owner: true, response: ActorsAnswer },
    )
    .get(
      `${BASE}/export`,
      ({ ctx, query }) => {
        const filter = toFilter(query, ctx);
        const today = dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? '';
        return tableResponse(ctx, tableOfHistory, filter, { name: `history-${today}`, action: 'history.exported' });
      },
      { owner: true, query: ExportQuery, response: FileAnswer },
    );

function toFilter(query: HistoryQuery, { nowMs, workspace: { timeZone } }: ReadingCtx): HistoryFilter {
  const { kind, who, when } = query;
  for (const [path, day] of Object.entries({ from: query.from, to: query.to })) {
    if (day !== undefined && !isCalendarDay(day)) throw validationFailed([{ path, rule: 'calendar_day' }]);
  }
  const isNamed = when !== undefined && query.from === undefined && query.to === undefined;
  const { from, to } = isNamed ? daysOfPeriod(when, dayInZone(nowMs, timeZone) ?? '') : query;
  return {
    kind,
    actor: who === undefined ? undefined : toActor(who),
    fromMs: from === undefined ? undefined : startOfDay(from, timeZone),
    beforeMs: to === undefined ? undefined : startOfDay(addDays(to, 1), timeZone),
  };
}

function toActor(who: string): NonNullable<HistoryFilter['actor']> {
  const [name = '', id] = who.split(':');
  const type = WHO.find((one) => one === name);
  if (type !== undefined) return { type, id: id ?? null };
  throw validationFailed([{ path: 'who', rule: 'history_who' }]);
}
