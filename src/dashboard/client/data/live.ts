import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { firstAnswers } from './first-answers.ts';
import { isOnline } from './online.ts';
import { reader } from './reader.ts';

export type Hint = 'orders' | 'inquiries' | 'webhooks' | 'settings' | 'stock';

const HINTS: readonly Hint[] = ['orders', 'inquiries', 'webhooks', 'settings', 'stock'];
const POLL_MS = 30_000;
/** The pages show an interruption of the connection only after this time. */
const LOST_AFTER_MS = 5_000;

/** False after the stream has been down for a while: pages then poll every half minute. */
export const isLive = signal(true);

const listeners = new Map<Hint, Set<() => void>>(HINTS.map((hint) => [hint, new Set()]));
let source: EventSource | undefined;
let lost: ReturnType<typeof setTimeout> | undefined;

const tell = (hint: string): void => {
  for (const act of listeners.get(HINTS.find((one) => one === hint) ?? 'settings') ?? []) act();
};
const tellAll = (): void => {
  for (const hint of HINTS) tell(hint);
};

/** The pause between checks of the server while the browser reports no network. */
const LOOK_AGAIN_MS = 2_000;

let looking = new AbortController();
let again: ReturnType<typeof setTimeout> | undefined;

export const serverAnswers = (signal?: AbortSignal): Promise<boolean> =>
  // biome-ignore lint/plugin: it only checks whether the server answers.
  fetch('/health/live', { cache: 'no-store', ...(signal === undefined ? {} : { signal }) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Finds out whether the server can be reached. The browser reports only whether there is a network, and a server on the
 * same machine answers without a network.
 */
async function lookForServer(): Promise<void> {
  clearTimeout(again);
  looking.abort();
  looking = new AbortController();
  const { signal } = looking;
  const found = navigator.onLine || (await serverAnswers(signal));
  if (signal.aborted) return;
  isOnline.value = found;
  if (found && !navigator.onLine) again = setTimeout(() => void lookForServer(), LOOK_AGAIN_MS);
}

export function startLive(workspaceId: string): () => void {
  const open = (): void => {
    source?.close();
    source = new EventSource(`/app/api/workspaces/${workspaceId}/live`);
    source.addEventListener('hint', (event) => tell(String(event.data)));
    source.addEventListener('open', () => {
      clearTimeout(lost);
      lost = undefined;
      if (!isLive.value) tellAll();
      // When the stream opens, the server sends no hints for webhooks and stock (live/hub.ts).
      else for (const hint of ['webhooks', 'stock']) tell(hint);
      isLive.value = true;
      // The stream is open, but the network may have failed before this event arrived. So the page checks whether the
      // server still answers.
      void lookForServer();
    });
    source.addEventListener('error', () => {
      lost ??= setTimeout(() => {
        isLive.value = false;
      }, LOST_AFTER_MS);
    });
  };
  const look = (): void => {
    if (isLive.value || document.hidden) return;
    tellAll();
    // A browser stops reconnecting after an error status.
    if (source?.readyState === EventSource.CLOSED) open();
  };
  const online = (): void => {
    void lookForServer().then(() => {
      if (isOnline.value) tellAll();
    });
  };
  void lookForServer();
  let isOver = false;
  // The stream opens after the first page's answers. A change between those answers and the opening could be missed. So
  // the page reloads its data when the stream opens.
  void firstAnswers.then(() => {
    // Pages stay for a moment after their reader has signed out. In that moment, no stream may open.
    if (!isOver && reader.peek() !== undefined) open();
  });
  const polling = setInterval(look, POLL_MS);
  addEventListener('online', online);
  addEventListener('offline', online);
  return () => {
    isOver = true;
    source?.close();
    clearInterval(polling);
    clearTimeout(lost);
    clearTimeout(again);
    lost = undefined;
    removeEventListener('online', online);
    removeEventListener('offline', online);
  };
}

export function useHints(hints: readonly Hint[], act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const call = (): void => latest.current();
    for (const hint of hints) listeners.get(hint)?.add(call);
    return () => {
      for (const hint of hints) listeners.get(hint)?.delete(call);
    };
  }, [hints.join()]);
}

export const useHint = (hint: Hint, act: () => void): void => useHints([hint], act);
