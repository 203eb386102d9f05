import { useEffect, useState } from 'preact/hooks';

/**
 * Reloads the dashboard after the person was removed from the current workspace, and another workspace took its place.
 * Otherwise data of the old workspace could stay on the page.
 */
export function useSameWorkspace(id: string | undefined): void {
  const [first] = useState(id);
  useEffect(() => {
    // The id is undefined after signing out or without a workspace. Another page appears then, without a reload.
    if (first !== undefined && id !== undefined && id !== first) location.assign('/app');
  }, [id]);
}
