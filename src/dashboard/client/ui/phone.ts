import { type ReadonlySignal, signal } from '@preact/signals';
import { PHONE, WIDTHS } from './look/widths.ts';

function matches(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const now = signal(list.matches);
  list.addEventListener('change', () => {
    now.value = list.matches;
  });
  return now;
}

/** True if the page is as narrow as a phone's. The menu is then a bar at the bottom. */
export const isPhone = matches(PHONE);

export const isBelowDesk = matches(WIDTHS['(--below-desk)']);
