import { computed, effect, signal } from '@preact/signals';
import type { PageWords } from './en/settings-pages.ts';
import { type Language, language } from './language.ts';

const shown = signal<PageWords | undefined>(undefined);

const DICTIONARIES: Readonly<Record<Language, () => Promise<PageWords>>> = {
  en: async () => (await import('./en/settings-pages.ts')).PAGES_EN,
  ru: async () => (await import('./ru/settings-pages.ts')).PAGES_RU,
};

/** The words of the settings' pages: apart from the others, because whoever takes orders all day never needs them. */
export const pageWords = computed<PageWords>(() => {
  if (shown.value === undefined) throw new Error('words were asked for before they were there');
  return shown.value;
});

/** To be awaited before a page is shown that says `pageWords`. */
export async function loadPageWords(): Promise<void> {
  const wanted = language.peek();
  const found = await DICTIONARIES[wanted]();
  if (wanted === language.peek()) shown.value = found;
}

// A page that stands open follows its reader's language; the words before stay until the others are there.
effect(() => {
  if (language.value !== undefined && shown.peek() !== undefined) void loadPageWords();
});
