import { useEffect, useState } from 'preact/hooks';
import { api, ask, Refusal } from '../../data/api.ts';
import { refreshMe } from '../../data/me.ts';

const EVERY_MS = 2_000;

/** Asking again changes nothing. */
const FINAL = new Set(['forbidden', 'not_found']);

const loadCalls = (workspace: string) => ask(api.workspaces({ workspace }).calls.get());

export type Call = Awaited<ReturnType<typeof loadCalls>>['calls'][number];

/** The last calls of the API, newest first; asked for anew while the page is looked at, and not while it is hidden. */
export function useCalls(workspace: string) {
  const [calls, setCalls] = useState<readonly Call[]>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    // Each coming into view begins a round of its own; one that is no longer the last one ends.
    let round = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (mine: number): Promise<void> => {
      try {
        const { calls: found } = await loadCalls(workspace);
        if (mine !== round) return;
        // What stays the same is not drawn again.
        setCalls((shown) => (shown?.[0]?.requestId === found[0]?.requestId && shown !== undefined ? shown : found));
        setError(undefined);
      } catch (problem) {
        if (mine !== round) return;
        if (problem instanceof Refusal && problem.code === 'signed_out') return void refreshMe().catch(setError);
        setError(problem);
        if (problem instanceof Refusal && FINAL.has(problem.code)) return;
      }
      timer = setTimeout(look, EVERY_MS, mine);
    };
    const begin = (): void => {
      clearTimeout(timer);
      round += 1;
      if (!document.hidden) void look(round);
    };
    begin();
    document.addEventListener('visibilitychange', begin);
    return () => {
      document.removeEventListener('visibilitychange', begin);
      clearTimeout(timer);
      round += 1;
    };
  }, [workspace]);
  return { calls, error };
}
