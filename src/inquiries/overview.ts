import type { Ctx } from '../workspaces/index.ts';
import { countBefore, countByStage, timeOfNth } from './inquiry-sums.ts';
import { listStages } from './stages.ts';

export interface StageOverview {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  /** When the middle one of its inquiries came, milliseconds since the epoch; null of an empty stage. */
  readonly medianAt: number | null;
}

export interface InquiriesOverview {
  /** In their order. */
  readonly stages: readonly StageOverview[];
  /** On the first stage: nobody has taken them up. */
  readonly untouched: number;
  /** The untouched ones that came before a moment. */
  readonly longUntouched: number;
}

/** Where a workspace's inquiries stand, and how long they have waited. */
export function readInquiriesOverview(ctx: Ctx, longBefore: number): InquiriesOverview {
  const db = ctx.storage.read;
  const { seq } = ctx.workspace;
  const counts = countByStage(db, seq);
  const stages = listStages(db, seq).map(({ id, name }) => {
    const count = counts.get(id) ?? 0;
    return { id, name, count, medianAt: timeOfNth(db, seq, id, Math.floor(count / 2) + 1) };
  });
  const [first] = stages;
  const longUntouched = first === undefined ? 0 : countBefore(db, seq, first.id, longBefore);
  return { stages, untouched: first?.count ?? 0, longUntouched };
}
