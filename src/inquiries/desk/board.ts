import { sql } from 'drizzle-orm';
import { nextTurn } from '../../base/index.ts';
import type { Step } from '../../flows/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { countByStage } from '../inquiry-sums.ts';
import { type CardSettings, readCardSettings } from '../settings.ts';
import { listOpenStages, listStages } from '../stages.ts';
import { type CardPage, listCards } from './cards.ts';

interface BoardStage extends Step, CardPage {
  readonly count: number;
}

interface Board {
  readonly stages: readonly BoardStage[];
  readonly settings: CardSettings;
}

/** Only this many of the first stage's newest inquiries are checked when untouched inquiries are counted. */
const MOST_LOOKED_AT = 500;

export async function readBoard(ctx: Ctx, limit: number): Promise<Board> {
  const db = ctx.storage.read;
  const settings = readCardSettings(db, ctx.workspace.seq);
  const counts = countByStage(db, ctx.workspace.seq);
  const stages: BoardStage[] = [];
  for (const stage of listStages(db, ctx.workspace.seq)) {
    if (stages.length > 0) await nextTurn(ctx.workspace.seq);
    const page = await listCards(ctx, { stageId: stage.id, settings, limit });
    stages.push({ ...stage, ...page, count: counts.get(stage.id) ?? 0 });
  }
  return { stages, settings };
}

export function countUntouched(ctx: Ctx): number {
  const [first] = listOpenStages(ctx.storage.read, ctx.workspace.seq);
  if (first === undefined) return 0;
  const newest = sql`SELECT version, order_seq FROM inquiries WHERE workspace_seq = ${ctx.workspace.seq} AND stage_id = ${first.id}
    ORDER BY created_at DESC LIMIT ${MOST_LOOKED_AT}`;
  const [row] = ctx.storage.read.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM (${newest}) WHERE version = 1 AND order_seq IS NULL`,
  );
  return row?.n ?? 0;
}
