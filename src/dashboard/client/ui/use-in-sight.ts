import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Scrolls a menu or a row of tabs to its current link, if there is no room for all links.
 * @param shown a text that identifies the current link; a change of this text causes the scroll
 */
export function useInSight(shown: string | undefined): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return bar;
}
