import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The title of the open page; a phone's head says it. */
export const pageTitle = signal('');

/**
 * The title of the page, and of the browser's tab.
 *
 * @param place what a phone's head says, where the page has its title below: its place in the menu, or nothing
 */
export function useTitle(title: string, place = title): void {
  useEffect(() => {
    pageTitle.value = place;
    document.title = `${title} · Docket`;
  }, [title, place]);
}
