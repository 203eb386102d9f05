import { batch, computed, signal } from '@preact/signals';
import type { FirstWords } from './en/first.ts';
import type { RestWords } from './en/rest.ts';
import { type Language, language, toLanguage } from './language.ts';

type Words = FirstWords & RestWords;

const first = signal<FirstWords | undefined>(undefined);
const rest = signal<RestWords | undefined>(undefined);

/**
 * The words of the dashboard in the reader's language. Each language has two files. The first file has the words of the
 * pages that open first. The second file has all other words, and loads with the first page that needs them.
 */
export const words = computed<Words>(() => {
  if (first.value === undefined) throw new Error('words were asked for before they were there');
  return { ...first.value, ...rest.value } as Words;
});

const FIRST: Readonly<Record<Language, () => Promise<FirstWords>>> = {
  en: async () => (await import('./en/first.ts')).FIRST_EN,
  ru: async () => (await import('./ru/first.ts')).FIRST_RU,
};
const REST: Readonly<Record<Language, () => Promise<RestWords>>> = {
  en: async () => (await import('./en/rest.ts')).REST_EN,
  ru: async () => (await import('./ru/rest.ts')).REST_RU,
};

/** Loads the words of a language: the same parts that are already loaded in the current language. */
export async function loadWords(tag: string): Promise<void> {
  const wanted = toLanguage(tag);
  const [begun, others] = await Promise.all([FIRST[wanted](), rest.peek() === undefined ? undefined : REST[wanted]()]);
  batch(() => {
    first.value = begun;
    rest.value = others;
  });
}

/** Loads a page or a part, together with the words that the first pages do not need. */
export async function withOtherWords<T>(part: Promise<T>): Promise<T> {
  const [loaded, others] = await Promise.all([part, rest.peek() ?? REST[language.peek()]()]);
  rest.value ??= others;
  return loaded;
}
