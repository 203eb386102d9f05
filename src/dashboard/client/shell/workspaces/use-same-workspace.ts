import { useEffect, useState } from 'preact/hooks';

/** A person who was taken out of the workspace on the page is shown another. Nothing of the old one stays. */
export function useSameWorkspace(id: string | undefined): void {
  const [first] = useState(id);
  useEffect(() => {
    // Undefined of who signs out, and of who belongs nowhere any more: then the page goes by itself.
    if (first !== undefined && id !== undefined && id !== first) location.assign('/app');
  }, [id]);
}
