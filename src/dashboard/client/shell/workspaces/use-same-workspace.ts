import { useEffect, useState } from 'preact/hooks';

/**
 * Reloads the dashboard when the current workspace changes, because the person was removed from the old one. Nothing of
 * the old workspace then stays on the page.
 */
export function useSameWorkspace(id: string | undefined): void {
  const [first] = useState(id);
  useEffect(() => {
    // The id is undefined after signing out, and for people without any workspace. No reload is needed then, because
    // another page appears anyway.
    if (first !== undefined && id !== undefined && id !== first) location.assign('/app');
  }, [id]);
}
