import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { FormDialog } from '../ui/form-dialog.tsx';
import { askBeforeLeaving } from '../ui/leave.ts';
import { words } from '../words/words.ts';

/** Shows a dialog when the user is about to leave a page with unsaved text. */
export function Unsaved() {
  const [go, setGo] = useState<() => void>();
  const isConfirmed = useRef(false);
  const { route } = useLocation();
  const w = words.value.unsaved;
  useEffect(() => {
    const askFirst = (leave: () => void): void => setGo(() => leave);
    const holdLink = (event: MouseEvent): void => {
      const address = event.ctrlKey || event.metaKey || event.shiftKey ? undefined : pageOf(event.target);
      if (address === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      askFirst(() => route(address));
    };
    const holdBack = (event: NavigateEvent): void => {
      const { cancelable, destination, navigationType } = event;
      const isBack = navigationType === 'traverse' && cancelable && !isConfirmed.current;
      if (!isBack || new URL(destination.url).pathname === location.pathname) return;
      event.preventDefault();
      askFirst(() => void navigation.traverseTo(destination.key));
    };
    // Browsers from before 2026 may lack the Navigation API. In them, Back leaves the page at once.
    const history = 'navigation' in globalThis ? navigation : undefined;
    document.addEventListener('click', holdLink, true);
    history?.addEventListener('navigate', holdBack);
    const release = askBeforeLeaving(askFirst);
    return () => {
      document.removeEventListener('click', holdLink, true);
      history?.removeEventListener('navigate', holdBack);
      release();
    };
  }, []);
  if (go === undefined) return null;
  return (
    <FormDialog
      title={w.title}
      effects={[w.what]}
      action={w.leave}
      danger
      send={async () => {
        isConfirmed.current = true;
        go();
      }}
      onClose={() => setGo(undefined)}
    />
  );
}

/** Returns the address of another page of Docket that a click would open. */
function pageOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return undefined;
  const isPage = link.origin === location.origin && /^\/app(?!\/api)/.test(link.pathname);
  return isPage && link.pathname !== location.pathname ? `${link.pathname}${link.search}${link.hash}` : undefined;
}
