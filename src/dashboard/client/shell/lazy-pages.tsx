import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { NotLoaded } from '../ui/lazy-part.tsx';
import { withOtherWords } from '../words/words.ts';

/** A page in a chunk of its own. The chunk is gone when Docket was updated meanwhile: then the page is loaded anew. */
export const lazyPage = (load: () => Promise<ComponentType>) => lazy(() => load().catch(() => NotLoaded));

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
