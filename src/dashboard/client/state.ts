import { computed, signal } from '@preact/signals';
import { api, ask } from './api.ts';
import { type Language, language, toLanguage } from './language.ts';
import { reader } from './sign-in/session-ended.ts';
import type { Words } from './words-en.ts';
import { chosenOf } from './workspaces/chosen.ts';

export { language } from './language.ts';

const loadMe = () => ask(api.me.get());

/** Who is signed in, and what they may see; null for nobody. */
export type Me = Awaited<ReturnType<typeof loadMe>>;

/** Undefined while it is not known whether anybody is signed in; null when nobody is. */
export const me = signal<Me | undefined>(undefined);

const dictionary = signal<Words | undefined>(undefined);

/** The words of the pages in the reader's language; each language is a file of its own, and only one is fetched. */
export const words = computed<Words>(() => {
  if (dictionary.value === undefined) throw new Error('words were asked for before they were there');
  return dictionary.value;
});

const DICTIONARIES: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./words-en.ts')).EN,
  ru: async () => (await import('./words-ru.ts')).RU,
};

/** Fetches the words in which a person's pages speak. */
export async function loadWords(tag: string): Promise<void> {
  dictionary.value = await DICTIONARIES[toLanguage(tag)]();
}

/** The workspace whose data the pages show. */
export const workspace = computed(() => chosenOf(me.value?.workspaces ?? []));

/** Shows the pages in a person's language and appearance. */
export function showMe(found: Me): void {
  me.value = found;
  reader.value = found?.person.id;
  if (found !== null) language.value = toLanguage(found.person.language);
  document.documentElement.dataset['theme'] = found?.person.theme ?? 'system';
}

/** Asks anew who is signed in. */
export async function refreshMe(): Promise<void> {
  const found = await loadMe();
  if (found !== null) await loadWords(found.person.language);
  showMe(found);
}

export const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(language.value === 'ru' ? 'ru-RU' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(workspace.value === undefined ? {} : { timeZone: workspace.value.timeZone }),
  }).format(new Date(iso));
