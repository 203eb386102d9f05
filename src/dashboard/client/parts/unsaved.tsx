import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { FormDialog } from '../ui/form-dialog.tsx';
import { words } from '../words/words.ts';

/** Asks before a link leads to another page and drops what was typed. */
export function Unsaved() {
  const [to, setTo] = useState<string>();
  const { route } = useLocation();
  const w = words.value.unsaved;
  useEffect(() => {
    const hold = (event: MouseEvent): void => {
      const address = event.ctrlKey || event.metaKey || event.shiftKey ? undefined : pageOf(event.target);
      if (address === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setTo(address);
    };
    document.addEventListener('click', hold, true);
    return () => document.removeEventListener('click', hold, true);
  }, []);
  if (to === undefined) return null;
  return (
    <FormDialog
      title={w.title}
      effects={[w.what]}
      action={w.leave}
      danger
      send={async () => route(to)}
      onClose={() => setTo(undefined)}
    />
  );
}

/** The address of another page of Docket to which a click would lead. */
function pageOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return undefined;
  const isPage = link.origin === location.origin && /^\/app(?!\/api)/.test(link.pathname);
  return isPage && link.pathname !== location.pathname ? `${link.pathname}${link.search}${link.hash}` : undefined;
}
