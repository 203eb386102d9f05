import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { lazy } from 'preact-iso';
import { isLive, serverAnswers } from '../data/live.ts';
import { isOnline } from '../data/online.ts';
import { useAsked } from '../data/use-asked.ts';
import { NotLoaded } from '../ui/lazy-part.tsx';
import { withOtherWords } from '../words/words.ts';

/** The storage key of the address that this tab reloaded last. A reload that did not help is not repeated. */
const ANEW = 'docket.anew';

function isFirstTry(): boolean {
  const isFirst = sessionStorage.getItem(ANEW) !== location.pathname;
  sessionStorage.setItem(ANEW, location.pathname);
  return isFirst;
}

/**
 * Reloads a page that failed to load: at once if the server answers, otherwise when the connection returns. The user
 * loses nothing, because the page was never shown.
 */
function PageNotLoaded() {
  const isBack = isOnline.value && isLive.value;
  const wasLost = useRef(false);
  useEffect(() => {
    if (isBack && wasLost.current) location.reload();
    wasLost.current = !isBack;
  }, [isBack]);
  const { data: answers } = useAsked(() => serverAnswers(), '');
  useEffect(() => {
    if (answers === true && isFirstTry()) location.reload();
  }, [answers]);
  return <NotLoaded />;
}

export const lazyPage = (load: () => Promise<ComponentType>) => lazy(() => load().catch(() => PageNotLoaded));

export const laterPage = (load: () => Promise<ComponentType>) =>
  lazyPage(async () => {
    const [page, { addLaterStyle }] = await Promise.all([withOtherWords(load()), import('./later-style.ts')]);
    addLaterStyle();
    return page;
  });

export const settingsPage = (load: () => Promise<ComponentType>) =>
  laterPage(async () => {
    const [page, { loadPageWords }] = await Promise.all([load(), import('../words/settings-pages.ts')]);
    await loadPageWords();
    return page;
  });
