import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { useAsked } from '../data/use-asked.ts';
import { loadOtherWords } from '../words/words.ts';
import { Problem } from './problem/problem.tsx';

/** A page in a chunk of its own. Of a page that stood open while Docket was updated the chunk is gone: then it is loaded anew. */
export const lazyPage = (load: () => Promise<ComponentType>) => lazy(() => load().catch(() => NotLoaded));

/** The same for a page that says more than the first ones. */
export const wordyPage = (load: () => Promise<ComponentType>) =>
  lazyPage(async () => {
    const [page] = await Promise.all([load(), loadOtherWords()]);
    return page;
  });

/** A part of a page in a chunk of its own: the page does not wait for it. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return (props: P) => {
    const { data, error } = useAsked(async () => ({ Part: await load() }), '');
    if (error !== undefined) return <NotLoaded />;
    return data === undefined ? null : <data.Part {...props} />;
  };
}
/** The same for a page of the settings, whose words come with it. */
export const settingsPage = (load: () => Promise<ComponentType>) =>
  lazyPage(async () => {
    const [page, { loadPageWords }] = await Promise.all([
      load(),
      import('../words/settings-pages.ts'),
      loadOtherWords(),
    ]);
    await loadPageWords();
    return page;
  });

function NotLoaded() {
  return <Problem error={undefined} retry={() => location.reload()} />;
}
