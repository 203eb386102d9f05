import { RefreshCw } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';

/** The page moves half as far as the finger. */
const SLOWER = 2;
const MOST = 64;
const ENOUGH = 48;

/**
 * Reloads the list when a finger pulls the page down from the top. The browser's own gesture would reload the whole
 * page.
 */
export function Pull({ reload }: { readonly reload: () => void }) {
  const [pulled, setPulled] = useState(0);
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    const over = new AbortController();
    const passive = { passive: true, signal: over.signal };
    let from: number | undefined;
    let by = 0;
    const follow = (to: number): void => {
      by = to;
      setPulled(to);
    };
    document.addEventListener(
      'touchstart',
      ({ touches }) => {
        const isFree = scrollY <= 0 && touches.length === 1 && document.querySelector('dialog[open]') === null;
        from = isFree ? touches[0]?.clientY : undefined;
      },
      passive,
    );
    document.addEventListener(
      'touchmove',
      ({ touches }) => {
        if (from === undefined) return;
        follow(Math.min(Math.max(((touches[0]?.clientY ?? from) - from) / SLOWER, 0), MOST));
      },
      passive,
    );
    document.addEventListener(
      'touchend',
      () => {
        if (by >= ENOUGH) latest.current();
        from = undefined;
        follow(0);
      },
      passive,
    );
    document.addEventListener('touchcancel', () => follow(0), passive);
    return () => over.abort();
  }, []);
  return (
    <div class={`orders-pull${pulled >= ENOUGH ? ' orders-set' : ''}`} style={`height: ${pulled}px`} aria-hidden="true">
      <Icon of={RefreshCw} />
    </div>
  );
}
