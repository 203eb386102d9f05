import type { PageWords } from './en/settings-pages.ts';
import { laterWords } from './later-words.ts';

/** The words of the settings pages. They load separately, because people who take orders all day never need them. */
export const { words: pageWords, load: loadPageWords } = laterWords<PageWords>({
  en: async () => (await import('./en/settings-pages.ts')).PAGES_EN,
  ru: async () => (await import('./ru/settings-pages.ts')).PAGES_RU,
});
