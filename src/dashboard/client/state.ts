import { computed, signal } from '@preact/signals';
import { api, ask } from './api.ts';
import { language, toLanguage } from './language.ts';
import { reader } from './sign-in/session-ended.ts';
import { EN, type Words } from './words-en.ts';
import { RU } from './words-ru.ts';

export { language } from './language.ts';

const loadMe = () => ask(api.me.get());

/** Who is signed in, and what they may see; null for nobody. */
export type Me = Awaited<ReturnType<typeof loadMe>>;

/** Undefined while it is not known whether anybody is signed in; null when nobody is. */
export const me = signal<Me | undefined>(undefined);

export const words = computed<Words>(() => (language.value === 'ru' ? RU : EN));

/** The first of one's workspaces; a chooser comes with the second. */
export const workspace = computed(() => me.value?.workspaces[0]);

/** Shows the pages in a person's language and appearance. */
export function showMe(found: Me): void {
  me.value = found;
  reader.value = found?.person.id;
  if (found !== null) language.value = toLanguage(found.person.language);
  document.documentElement.dataset['theme'] = found?.person.theme ?? 'system';
}

/** Asks anew who is signed in. */
export async function refreshMe(): Promise<void> {
  showMe(await loadMe());
}

export const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(language.value === 'ru' ? 'ru-RU' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(workspace.value === undefined ? {} : { timeZone: workspace.value.timeZone }),
  }).format(new Date(iso));
