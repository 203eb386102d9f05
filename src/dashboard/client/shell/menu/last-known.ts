import { useEffect } from 'preact/hooks';
import { keepDraft, keptDraft } from '../../data/drafts.ts';
import { workspaceId } from '../../data/me.ts';

/**
 * What the menu shows until it has loaded: the last known answer of this tab, so that no mark comes late. It ends with
 * the session, as drafts do.
 */
export function useLastKnown<T>(name: string, data: T | undefined): T | undefined {
  const id = workspaceId();
  useEffect(() => {
    // After signing out, the menu is drawn once more, and nothing may be kept.
    if (data !== undefined && id !== '') keepDraft(`${name} ${id}`, data);
  }, [name, id, data]);
  return data ?? (keptDraft(`${name} ${id}`) as T | undefined);
}
