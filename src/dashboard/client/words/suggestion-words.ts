import { computed } from '@preact/signals';
import { language } from './language.ts';
import { SUGGESTIONS_EN, SUGGESTIONS_RU, type SuggestionWords } from './suggestions.ts';

export const suggestionWords = computed<SuggestionWords>(() =>
  language.value === 'ru' ? SUGGESTIONS_RU : SUGGESTIONS_EN,
);
