import { forms } from './plural.ts';

/** The words for the list below a field, for screen readers. They are also used before sign-in. */
export const SUGGESTIONS_EN = {
  title: 'Suggestions',
  shown: forms({ one: '# suggestion', other: '# suggestions' }),
};

export const SUGGESTIONS_RU: typeof SUGGESTIONS_EN = {
  title: 'Подсказки',
  shown: forms({ one: '# подсказка', many: '# подсказок', other: '# подсказки' }),
};
