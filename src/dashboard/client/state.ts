import { computed, signal } from '@preact/signals';
import { api, ask } from './api.ts';
import { language, toLanguage } from './language.ts';
import { reader } from './sign-in/session-ended.ts';
import { EN, type Words } from './words-en.ts';
import { RU } from './words-ru.ts';

export { language } from './language.ts';

const loadMe = () => ask(api.me.get());

/** Undefined while it is not known whether anybody is signed in; null when nobody is. */
export const me = signal<Awaited<ReturnType<typeof loadMe>> | undefined>(undefined);

export const words = computed<Words>(() => (language.value === 'ru' ? RU : EN));

/** The first of one's workspaces; a chooser comes with the second. */
export const workspace = computed(() => me.value?.workspaces[0]);

/** Asks who is signed in, and shows the pages in their language and appearance. */
export async function refreshMe(): Promise<void> {
  const found = await loadMe();
  me.value = found;
  reader.value = found?.person.id;
  if (found !== null) language.value = toLanguage(found.person.language);
  document.documentElement.dataset['theme'] = found?.person.theme ?? 'system';
}

export const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(language.value === 'ru' ? 'ru-RU' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(workspace.value === undefined ? {} : { timeZone: workspace.value.timeZone }),
  }).format(new Date(iso));
