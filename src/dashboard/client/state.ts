import { computed, signal } from '@preact/signals';
import { api, ask } from './api.ts';
import { EN, type Words } from './words-en.ts';
import { RU } from './words-ru.ts';

const loadMe = () => ask(api.me.get());

/** Undefined while it is not known whether anybody is signed in; null when nobody is. */
export const me = signal<Awaited<ReturnType<typeof loadMe>> | undefined>(undefined);

export const language = computed<'en' | 'ru'>(() => {
  const chosen = me.value?.person.language ?? navigator.language;
  return chosen.startsWith('ru') ? 'ru' : 'en';
});

export const words = computed<Words>(() => (language.value === 'ru' ? RU : EN));

/** The first of one's workspaces; a chooser comes with the second. */
export const workspace = computed(() => me.value?.workspaces[0]);

/** Asks who is signed in, and shows the pages in their language and appearance. */
export async function refreshMe(): Promise<void> {
  me.value = await loadMe();
  document.documentElement.lang = language.value;
  document.documentElement.dataset['theme'] = me.value?.person.theme ?? 'system';
}

export const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(language.value === 'ru' ? 'ru-RU' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(workspace.value === undefined ? {} : { timeZone: workspace.value.timeZone }),
  }).format(new Date(iso));
