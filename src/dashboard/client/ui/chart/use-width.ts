import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const FIRST_GUESS = 640;

/** Returns the width of an element in pixels. A chart drawn to this width does not scale its letters. */
export function useWidth<T extends Element>(): readonly [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(FIRST_GUESS);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? FIRST_GUESS)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
