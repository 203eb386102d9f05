import type { ImportsWords } from './en/imports.ts';
import { laterWords } from './later-words.ts';

/** The words of the pages that import files. They load separately, because most visits never show these pages. */
export const { words: importWords, load: loadImportWords } = laterWords<ImportsWords>({
  en: async () => (await import('./en/imports.ts')).IMPORTS_EN,
  ru: async () => (await import('./ru/imports.ts')).IMPORTS_RU,
});
