import { useEffect, useState } from 'preact/hooks';

/**
 * Shows another workspace to a person who was removed from the current one. Nothing of the old workspace stays on the
 * page.
 */
export function useSameWorkspace(id: string | undefined): void {
  const [first] = useState(id);
  useEffect(() => {
    // The id is undefined after signing out, and for people without any workspace. No reload is needed then, because
    // another page appears anyway.
    if (first !== undefined && id !== undefined && id !== first) location.assign('/app');
  }, [id]);
}
