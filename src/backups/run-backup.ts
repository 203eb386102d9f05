import type { MailedFacts } from '../mail/index.ts';
import type { Storage } from '../storage/index.ts';
import { type BackupOutcome, type BackupRun, findCutOff, findFailure, insertRun, settleRun } from './journal.ts';
import { tellFailed, tellWorks } from './tell-owners.ts';

interface RunCtx {
  readonly storage: Storage;
  readonly telling: MailedFacts;
}

/** Records the start of a run, so that an interrupted one is known afterwards. */
export const beginRun = (
  storage: Storage,
  { cause, target, startedAt }: Pick<BackupRun, 'cause' | 'target' | 'startedAt'>,
): Promise<number> => storage.write((tx) => insertRun(tx, cause, target, startedAt));

interface EndedRun {
  readonly run: Pick<BackupRun, 'seq' | 'target'>;
  readonly outcome: BackupOutcome;
}

/** Records the outcome of a run, and queues its mails, in one transaction. */
export function endRun({ storage, telling }: RunCtx, { run, outcome }: EndedRun): Promise<void> {
  return storage.write((tx) => {
    if (outcome.kind === 'failed') tellFailed(tx, telling, { ...outcome, target: run.target });
    settleRun(tx, run.seq, outcome);
    // While the last scheduled backup counts as failed, a manual one must not report that backups work again.
    if (outcome.kind === 'verified' && findFailure(tx.db) === undefined) tellWorks(tx, telling, run.target);
  });
}

const CUT_OFF = 'the process ended in the midst of it';

/**
 * Marks as failed the runs that an earlier process left open. Must be called before this process starts its first run.
 * @returns the number of runs
 */
export function endCutOffRuns({ storage, telling }: RunCtx): Promise<number> {
  return storage.write((tx) => {
    const open = findCutOff(tx);
    for (const { seq } of open) settleRun(tx, seq, { kind: 'failed', reason: CUT_OFF });
    const [first] = open;
    if (first !== undefined) tellFailed(tx, telling, { target: first.target, reason: CUT_OFF });
    return open.length;
  });
}
