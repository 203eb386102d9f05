import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Language } from '../../../base/index.ts';
import { chooseDecimalSign } from './decimal-sign.ts';

export type { Language };

const KEPT = 'docket.language';

export const toLanguage = (text: string): Language => (text.startsWith('ru') ? 'ru' : 'en');

/** A browser may deny storage to pages. Then no language is kept. */
function keptLanguage(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** The signed-in person's language; before that, the last one chosen in this browser or else the browser's own. */
export const language = signal<Language>(toLanguage(keptLanguage() ?? navigator.language));

/**
 * Creates words that load in both languages at once. Use it only for a few words, or on a page where the user chooses
 * the language.
 */
export const inBoth = <W>(en: W, ru: W): ReadonlySignal<W> => computed(() => (language.value === 'ru' ? ru : en));

export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    // A browser may deny storage to pages. The choice then lasts until the page is closed.
  }
}

effect(() => {
  document.documentElement.lang = language.value;
  chooseDecimalSign(language.value);
});
