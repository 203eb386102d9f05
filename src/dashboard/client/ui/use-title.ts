import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The title of the open page; a phone's head says it. */
export const pageTitle = signal('');

/** The title of the page, and of the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    pageTitle.value = title;
    document.title = `${title} · Docket`;
  }, [title]);
}
