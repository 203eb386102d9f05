import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { Problem } from './parts.tsx';

/** A page in a chunk of its own. Of a page that stood open while Docket was updated the chunk is gone: then it is loaded anew. */
export const lazyPage = (load: () => Promise<ComponentType>) => lazy(() => load().catch(() => NotLoaded));

/** The same for a page of the settings, whose words come with it. */
export const settingsPage = (load: () => Promise<ComponentType>) =>
  lazyPage(async () => {
    const [page, { loadPageWords }] = await Promise.all([load(), import('./settings/page-words.ts')]);
    await loadPageWords();
    return page;
  });

function NotLoaded() {
  return <Problem error={undefined} retry={() => location.reload()} />;
}
