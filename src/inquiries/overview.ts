import type { Ctx } from '../workspaces/index.ts';
import { countBefore, countByDay, countByStage, timeOfNth } from './inquiry-sums.ts';
import { listStages } from './stages.ts';

interface StageOverview {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  /** The arrival of the middle inquiry, milliseconds since the epoch; null for an empty stage. */
  readonly medianAt: number | null;
}

interface InquiriesOverview {
  readonly stages: readonly StageOverview[];
  /** The inquiries on the first stage, not yet taken up. */
  readonly untouched: number;
  /** The untouched ones that came before a moment. */
  readonly longUntouched: number;
  /** The number that came on each of the last 30 days, in UTC; today's last. */
  readonly came: readonly number[];
}

/** Moments, in milliseconds since the epoch. */
interface InquiriesPeriod {
  readonly nowMs: number;
  /** An inquiry from before this moment has waited long. */
  readonly longBefore: number;
}

const MONTH = 30;

/** The stages of a workspace's inquiries, and their waiting times. */
export function readInquiriesOverview(ctx: Ctx, { longBefore, nowMs }: InquiriesPeriod): InquiriesOverview {
  const db = ctx.storage.read;
  const { seq } = ctx.workspace;
  const counts = countByStage(db, seq);
  const stages = listStages(db, seq).map(({ id, name }) => {
    const count = counts.get(id) ?? 0;
    return { id, name, count, medianAt: timeOfNth(db, seq, id, Math.floor(count / 2) + 1) };
  });
  const [first] = stages;
  const longUntouched = first === undefined ? 0 : countBefore(db, seq, first.id, longBefore);
  const ids = stages.map(({ id }) => id);
  return { stages, untouched: first?.count ?? 0, longUntouched, came: countByDay(db, seq, ids, nowMs, MONTH) };
}
