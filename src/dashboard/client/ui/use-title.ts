import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The title of the open page, shown in the page head of a phone. */
export const pageTitle = signal('');

/**
 * Sets the title of the page and of the browser's tab.
 * @param place the text for the page head of a phone. If the page itself shows the title, this is the name of the list
 * above the page, or empty.
 */
export function useTitle(title: string, place = title): void {
  useEffect(() => {
    pageTitle.value = place;
    document.title = `${title} · Docket`;
  }, [title, place]);
}
