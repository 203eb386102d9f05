import type { Ctx } from '../workspaces/index.ts';
import { countBefore, countByDay, countByStage, timeOfNth } from './inquiry-sums.ts';
import { listStages } from './stages.ts';

interface StageOverview {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  /** The arrival of the median inquiry, milliseconds since the epoch; null for a stage where none waits. */
  readonly medianAt: number | null;
}

interface InquiriesOverview {
  readonly stages: readonly StageOverview[];
  /** The number of inquiries on the first stage, which nobody has taken up yet. */
  readonly untouched: number;
  /** The number of untouched inquiries that arrived before `longBefore`. */
  readonly longUntouched: number;
  /** The number of arrivals on each of the last 30 UTC days, today's last. */
  readonly came: readonly number[];
}

/** Times in milliseconds since the epoch. */
interface InquiriesPeriod {
  readonly nowMs: number;
  /** An inquiry that arrived before this time has waited long. */
  readonly longBefore: number;
}

const MONTH = 30;

/** The stages of a workspace's inquiries, and their waiting times. */
export function readInquiriesOverview(ctx: Ctx, { longBefore, nowMs }: InquiriesPeriod): InquiriesOverview {
  const db = ctx.storage.read;
  const { seq } = ctx.workspace;
  const counts = countByStage(db, seq);
  const stages = listStages(db, seq).map(({ id, name, group }) => {
    const count = counts.get(id) ?? 0;
    const waits = group === 'new' || group === 'work';
    return { id, name, count, medianAt: waits ? timeOfNth(db, seq, id, Math.floor(count / 2) + 1) : null };
  });
  const [first] = stages;
  const longUntouched = first === undefined ? 0 : countBefore(db, seq, first.id, longBefore);
  const ids = stages.map(({ id }) => id);
  return { stages, untouched: first?.count ?? 0, longUntouched, came: countByDay(db, seq, ids, nowMs, MONTH) };
}
