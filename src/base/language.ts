/** The languages of the pages, the mails and the exports. */
export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns the language of a stored text; English if it is unknown. */
export const toLanguage = (text: string): Language => LANGUAGES.find((one) => one === text) ?? 'en';

/** Returns the language's name for Intl. */
export const localeOf = (language: Language): string => (language === 'ru' ? 'ru-RU' : 'en-GB');
