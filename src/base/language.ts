export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

export const toLanguage = (text: string): Language => LANGUAGES.find((one) => one === text) ?? 'en';

export const localeOf = (language: Language): string => (language === 'ru' ? 'ru-RU' : 'en-GB');
