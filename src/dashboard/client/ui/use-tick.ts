import { useEffect, useState } from 'preact/hooks';

/** Renders the caller again at each interval, so that clocks and ages stay current. */
export function useTick(ms: number): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const ticking = setInterval(() => tick((before) => before + 1), ms);
    return () => clearInterval(ticking);
  }, [ms]);
}
