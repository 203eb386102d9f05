import { useState } from 'preact/hooks';
import { isRefusal } from '../../../data/refusal.ts';
import { untilThere } from '../../../data/until-there.ts';
import type { BackupCalls, ReadBackup, RestoreReport } from './backup-calls.ts';
import { isNotFound } from './backup-trouble.tsx';

/**
 * `nothing`: the server was interrupted before the restore; `lost`: the server has no record of the link or its
 * restore.
 */
type Ending = RestoreReport | 'nothing' | 'lost';

async function endingOf(calls: BackupCalls): Promise<Ending | undefined> {
  try {
    const { restored, underWay } = await calls.outcome();
    if (restored !== null) return restored;
    return underWay ? undefined : 'nothing';
  } catch (error) {
    if (isNotFound(error)) return 'lost';
    throw error;
  }
}

async function waitFor(calls: BackupCalls, silent: () => void): Promise<Ending> {
  for (;;) {
    const ending = await untilThere(() => endingOf(calls));
    if (ending !== undefined) return ending;
    silent();
  }
}

/** Begins a restore. Ignores a lost answer, because `waitFor` then asks the server for the outcome. @throws Refusal */
async function begin(calls: BackupCalls, read: ReadBackup, word: string | undefined): Promise<void> {
  try {
    await calls.restore(read, word);
  } catch (error) {
    if (!isRefusal(error, 'no_answer')) throw error;
  }
}

interface Ends {
  readonly restored: (report: RestoreReport) => void;
  readonly lost: () => void;
}

export function useRestore(calls: BackupCalls, read: ReadBackup, { restored, lost }: Ends) {
  const [phase, setPhase] = useState<'asking' | 'going' | 'silent'>('asking');
  const [ended, setEnded] = useState<RestoreReport | 'nothing'>();
  const go = async (word: string | undefined): Promise<void> => {
    setEnded(undefined);
    setPhase('going');
    try {
      await begin(calls, read, word);
      const ending = await waitFor(calls, () => setPhase('silent'));
      if (ending === 'lost') return lost();
      if (ending !== 'nothing' && ending.failure === null) return restored(ending);
      setEnded(ending);
    } catch (problem) {
      if (!isNotFound(problem)) throw problem;
      return lost();
    } finally {
      setPhase('asking');
    }
  };
  return { phase, ended, go };
}
