import { useEffect } from 'preact/hooks';

const LOOK_AGAIN_MS = 2_000;

/**
 * Calls `look` every two seconds while something is awaited and the page is visible. It also calls at once when the
 * page becomes visible.
 */
export function useWaiting(isWaiting: boolean, look: () => void): void {
  useEffect(() => {
    if (!isWaiting) return;
    const lookIfSeen = (): void => {
      if (document.visibilityState === 'visible') look();
    };
    const timer = setInterval(lookIfSeen, LOOK_AGAIN_MS);
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, [isWaiting]);
}
