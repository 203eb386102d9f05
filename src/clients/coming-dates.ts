import { and, eq, inArray, sql } from 'drizzle-orm';
import { addDays } from '../base/index.ts';
import { clientDates, clients } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { groupsOf } from './kept.ts';
import { placed, summarize } from './summaries.ts';

interface ComingDate {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly title: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly clientPhone: string;
}

const DAYS = 7;
const SHOWN = 30;

/** @param today YYYY-MM-DD */
export async function comingDates(ctx: ReadCtx, today: string): Promise<ComingDate[]> {
  const { storage, workspace } = ctx;
  const rows = Array.from({ length: DAYS }, (_, at) => addDays(today, at))
    .flatMap((date) => datesOn(ctx, date))
    .slice(0, SHOWN);
  if (rows.length === 0) return [];
  const groups = groupsOf(
    storage.read,
    workspace.seq,
    rows.map(({ key }) => key),
  );
  const told = await summarize(ctx, storage.search.ask((index) => placed(ctx, index, groups)) ?? []);
  return rows.flatMap(({ date, title }, at) => {
    const client = told[at];
    if (client === undefined) return [];
    return [{ date, title, clientId: client.id, clientName: client.name, clientPhone: client.phone }];
  });
}

const datesOn = ({ storage, workspace }: ReadCtx, date: string) =>
  storage.read
    .select({ date: sql<string>`${date}`, title: clientDates.title, key: clients.key })
    .from(clientDates)
    .innerJoin(clients, eq(clients.seq, clientDates.clientSeq))
    .where(and(eq(clientDates.workspaceSeq, workspace.seq), inArray(clientDates.day, daysOfYear(date))))
    .orderBy(clientDates.day, clientDates.seq)
    .limit(SHOWN)
    .all();

/** Returns the days of a year that a date covers, as MM-DD. February 28 covers a missing February 29 too. */
function daysOfYear(date: string): string[] {
  const day = date.slice('YYYY-'.length);
  return day === '02-28' && addDays(date, 1).endsWith('-03-01') ? [day, '02-29'] : [day];
}
