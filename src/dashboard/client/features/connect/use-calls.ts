import { api, ask } from '../../data/api.ts';
import { Refusal } from '../../data/refusal.ts';
import { useLoaded } from '../../data/use-loaded.ts';

const EVERY_MS = 2_000;

/** Refusals that do not change if the page asks again. */
const FINAL = new Set(['forbidden', 'not_found', 'signed_out']);

const loadCalls = (workspace: string) => ask(api.workspaces({ workspace }).calls.get());

export type Call = Awaited<ReturnType<typeof loadCalls>>['calls'][number];

export function useCalls(workspace: string) {
  const load = async (): Promise<readonly Call[]> => (await loadCalls(workspace)).calls;
  const again = (_: unknown, error: unknown): number | undefined =>
    error instanceof Refusal && FINAL.has(error.code) ? undefined : EVERY_MS;
  const { data: calls, error } = useLoaded(load, workspace, { again });
  return { calls, error };
}
