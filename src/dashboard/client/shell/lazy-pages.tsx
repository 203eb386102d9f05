import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { lazy } from 'preact-iso';
import { isLive, serverAnswers } from '../data/live.ts';
import { isOnline } from '../data/online.ts';
import { useAsked } from '../data/use-asked.ts';
import { NotLoaded } from '../ui/lazy-part.tsx';
import { withOtherWords } from '../words/words.ts';

/** The address that was reloaded last, in this tab: where that did not help it is not done again. */
const ANEW = 'docket.anew';

function isFirstTry(): boolean {
  const isFirst = sessionStorage.getItem(ANEW) !== location.pathname;
  sessionStorage.setItem(ANEW, location.pathname);
  return isFirst;
}

/**
 * Nothing is typed into a page that is not there. So it is reloaded as soon as the connection is back. Where the server
 * answers, that is at once, for then it was updated meanwhile and has the chunk no more.
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

/** A page in a chunk of its own. */
export const lazyPage = (load: () => Promise<ComponentType>) => lazy(() => load().catch(() => PageNotLoaded));

/** A page that comes after the first ones: its words and its styles are not among theirs. */
export const laterPage = (load: () => Promise<ComponentType>) =>
  lazyPage(async () => {
    const [page, { addLaterStyle }] = await Promise.all([withOtherWords(load()), import('./later-style.ts')]);
    addLaterStyle();
    return page;
  });

/** The same for a page of the settings, whose words come with it. */
export const settingsPage = (load: () => Promise<ComponentType>) =>
  laterPage(async () => {
    const [page, { loadPageWords }] = await Promise.all([load(), import('../words/settings-pages.ts')]);
    await loadPageWords();
    return page;
  });
