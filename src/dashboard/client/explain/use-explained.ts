import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { count, moment, plural } from '../format.ts';
import { type Language, language } from '../language.ts';
import type { Refusal } from '../refusal.ts';

type Explain = (refusal: Refusal) => readonly string[];

const SHOWN = { count, moment, plural };

/** Words of their own files, apart from those of the pages: most visits see no refusal at all. */
const WORDS = {
  en: async () => (await import('./words-en.ts')).EXPLAIN_EN,
  ru: async () => (await import('./words-ru.ts')).EXPLAIN_RU,
} as const;

const known = signal<Partial<Readonly<Record<Language, Explain>>>>({});

async function learn(tag: Language): Promise<void> {
  const [{ explain }, words] = await Promise.all([import('./explain.ts'), WORDS[tag]()]);
  known.value = { ...known.value, [tag]: (refusal: Refusal) => explain(refusal, words, SHOWN) };
}

/** A refusal in the reader's words; nothing while these are fetched, and the server's where they cannot be. */
export function useExplained(refusal: Refusal | undefined): readonly string[] {
  const [isLost, setLost] = useState(false);
  const tag = language.value;
  const explain = known.value[tag];
  // What a page itself found wrong is in its reader's words already.
  const isTold = refusal !== undefined && refusal.requestId !== '';
  const isToLearn = isTold && explain === undefined;
  useEffect(() => {
    if (isToLearn) learn(tag).catch(() => setLost(true));
  }, [isToLearn, tag]);
  if (refusal === undefined || refusal.message === '') return [];
  if (!isTold) return [refusal.message];
  return explain?.(refusal) ?? (isLost ? [refusal.message] : ['']);
}
