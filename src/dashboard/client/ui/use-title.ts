import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The text in a phone's top bar, set by `useTitle`. */
export const pageTitle = signal('');

/**
 * Sets the title of the page and of the browser's tab.
 * @param place the text in the top bar on a phone. A page that shows its title itself passes the name of its list, such
 * as "Clients", or an empty text.
 */
export function useTitle(title: string, place = title): void {
  useEffect(() => {
    pageTitle.value = place;
    document.title = `${title} · Docket`;
  }, [title, place]);
}
