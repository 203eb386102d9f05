import { useEffect } from 'preact/hooks';

const LOOK_AGAIN_MS = 2_000;

/** Looks again every two seconds while something is waited for and the page can be seen; at once when it comes into sight. */
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
