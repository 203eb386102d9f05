import type { Ctx } from '../workspaces/index.ts';
import { countBefore, countByDay, countByStage, timeOfNth } from './inquiry-sums.ts';
import { listStages } from './stages.ts';

interface StageOverview {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  /**
   * The median arrival time in milliseconds since the epoch. It is null for a stage without inquiries and for a stage
   * where nothing waits.
   */
  readonly medianAt: number | null;
}

interface InquiriesOverview {
  readonly stages: readonly StageOverview[];
  /** The number of inquiries on the first stage. Nobody has handled these inquiries yet. */
  readonly untouched: number;
  readonly longUntouched: number;
  /** The number of arrivals on each of the last 30 UTC days, including today as the last entry. */
  readonly came: readonly number[];
}

interface InquiriesPeriod {
  readonly nowMs: number;
  /**
   * The limit for a long wait, in milliseconds since the epoch. An inquiry that arrived before this time has waited
   * long.
   */
  readonly longBefore: number;
}

const MONTH = 30;

export async function readInquiriesOverview(
  ctx: Ctx,
  { longBefore, nowMs }: InquiriesPeriod,
): Promise<InquiriesOverview> {
  const { storage, workspace } = ctx;
  const counts = countByStage(storage.read, workspace.seq);
  const stages: StageOverview[] = [];
  for (const { id, name, group } of listStages(storage.read, workspace.seq)) {
    const count = counts.get(id) ?? 0;
    const waits = group === 'new' || group === 'work';
    const medianAt = waits ? await timeOfNth(ctx, id, Math.floor(count / 2) + 1) : null;
    stages.push({ id, name, count, medianAt });
  }
  const [first] = stages;
  const longUntouched = first === undefined ? 0 : await countBefore(ctx, first.id, { at: longBefore, seq: 0 });
  const ids = stages.map(({ id }) => id);
  const came = countByDay(storage.read, workspace.seq, ids, nowMs, MONTH);
  return { stages, untouched: first?.count ?? 0, longUntouched, came };
}
