import { signal } from '@preact/signals';
import { PHONE } from './look/widths.ts';

const phone = matchMedia(PHONE);

/** True if the page is as narrow as a phone's; the menu is then a bar at the foot. */
export const isPhone = signal(phone.matches);
phone.addEventListener('change', () => {
  isPhone.value = phone.matches;
});
