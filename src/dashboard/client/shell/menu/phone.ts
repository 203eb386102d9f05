import { signal } from '@preact/signals';

/** The width at which the style sheets turn to phones. */
const phone = matchMedia('(max-width: 720px)');

/** Whether the page is as narrow as a phone's: then the menu is a bar at the foot. */
export const isPhone = signal(phone.matches);
phone.addEventListener('change', () => {
  isPhone.value = phone.matches;
});
