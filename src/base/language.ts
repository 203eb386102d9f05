/** The languages of the pages, the mails and the exports. */
export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A language as it was kept; English in place of one that is not there. */
export const toLanguage = (text: string): Language => LANGUAGES.find((one) => one === text) ?? 'en';

/** The language's name for Intl. */
export const localeOf = (language: Language): string => (language === 'ru' ? 'ru-RU' : 'en-GB');
