import { effect, signal } from '@preact/signals';
import type { Language } from '../../../base/index.ts';
import { chooseDecimalSign } from './decimal-sign.ts';

export type { Language };

const KEPT = 'docket.language';

export const toLanguage = (text: string): Language => (text.startsWith('ru') ? 'ru' : 'en');

/** A browser may refuse to keep anything for a page: then the language is not there. */
function keptLanguage(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** The language of the person signed in; before that what was chosen here last, or what the browser prefers. */
export const language = signal<Language>(toLanguage(keptLanguage() ?? navigator.language));

export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    // As above.
  }
}

effect(() => {
  document.documentElement.lang = language.value;
  chooseDecimalSign(language.value);
});
