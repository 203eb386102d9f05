import { useEffect } from 'preact/hooks';
import { keepDraft, keptDraft } from '../../data/drafts.ts';

/**
 * What the menu shows until it has loaded: the last known answer of this tab, so that no mark comes late. It ends with
 * the session, as drafts do.
 */
export function useLastKnown<T>(name: string, data: T | undefined): T | undefined {
  useEffect(() => {
    if (data !== undefined) keepDraft(name, data);
  }, [name, data]);
  return data ?? (keptDraft(name) as T | undefined);
}
