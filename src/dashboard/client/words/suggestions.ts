import { forms } from './plural.ts';

/** The list below a field, for those who do not see it; before signing in as well. */
export const SUGGESTIONS_EN = {
  title: 'Suggestions',
  shown: forms({ one: '# suggestion', other: '# suggestions' }),
};

export type SuggestionWords = typeof SUGGESTIONS_EN;

export const SUGGESTIONS_RU: SuggestionWords = {
  title: 'Подсказки',
  shown: forms({ one: '# подсказка', few: '# подсказки', many: '# подсказок', other: '# подсказки' }),
};
