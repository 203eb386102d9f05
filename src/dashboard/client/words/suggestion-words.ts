import { inBoth } from './language.ts';
import { SUGGESTIONS_EN, SUGGESTIONS_RU } from './suggestions.ts';

export const suggestionWords = inBoth(SUGGESTIONS_EN, SUGGESTIONS_RU);
