import { signal } from '@preact/signals';
import { PHONE } from './look/widths.ts';

const phone = matchMedia(PHONE);

/** Whether the page is as narrow as a phone's: then the menu is a bar at the foot. */
export const isPhone = signal(phone.matches);
phone.addEventListener('change', () => {
  isPhone.value = phone.matches;
});
