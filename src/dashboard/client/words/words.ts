import { batch, computed, signal } from '@preact/signals';
import type { FirstWords } from './en/first.ts';
import type { RestWords } from './en/rest.ts';
import { type Language, language, toLanguage } from './language.ts';

type Words = FirstWords & RestWords;

const first = signal<FirstWords | undefined>(undefined);
const rest = signal<RestWords | undefined>(undefined);

/**
 * The words of the pages in the reader's language. Each language is in two files. One has what the first pages say. The
 * other comes with the pages that lazyPage fetches.
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

/** Fetches the words in which a person's pages speak: as many as are there in another language already. */
export async function loadWords(tag: string): Promise<void> {
  const wanted = toLanguage(tag);
  const [begun, others] = await Promise.all([FIRST[wanted](), rest.peek() === undefined ? undefined : REST[wanted]()]);
  batch(() => {
    first.value = begun;
    rest.value = others;
  });
}

/** A page or part that says more than the first pages do, once the other words are there too. */
export async function withOtherWords<T>(part: Promise<T>): Promise<T> {
  const [loaded, others] = await Promise.all([part, rest.peek() ?? REST[language.peek()]()]);
  rest.value ??= others;
  return loaded;
}
