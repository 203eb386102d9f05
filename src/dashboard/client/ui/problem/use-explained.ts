import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Refusal } from '../../data/refusal.ts';
import { type Language, language } from '../../words/language.ts';
import type { Explainer } from './explain.ts';

/** The words are in separate files, because most visits never see a refusal. */
const WORDS = {
  en: async () => (await import('../../words/en/explain.ts')).EXPLAIN_EN,
  ru: async () => (await import('../../words/ru/explain.ts')).EXPLAIN_RU,
} as const;

const known = signal<Partial<Readonly<Record<Language, Explainer>>>>({});

async function learn(tag: Language): Promise<Explainer> {
  const [{ explainerOf }, words] = await Promise.all([import('./explainer.ts'), WORDS[tag]()]);
  const explainer = explainerOf(words);
  known.value = { ...known.value, [tag]: explainer };
  return explainer;
}

export const learnWords = async (): Promise<Explainer> => known.value[language.value] ?? learn(language.value);

/** Returns undefined while the words load, and `lost` if they failed to load. */
export function useExplainer(isNeeded: boolean): Explainer | 'lost' | undefined {
  const [isLost, setLost] = useState(false);
  const tag = language.value;
  const explainer = known.value[tag];
  const isToLearn = isNeeded && explainer === undefined;
  // biome-ignore lint/plugin: it fetches words, which are the same whenever they arrive.
  useEffect(() => {
    if (isToLearn) learn(tag).catch(() => setLost(true));
  }, [isToLearn, tag]);
  return explainer ?? (isLost ? 'lost' : undefined);
}

/** Returns one empty line while the words load, or the server's messages if the words failed to load. */
export function useExplained(refusal: Refusal | undefined): readonly string[] {
  const isOfFields = refusal !== undefined && refusal.fields.length > 0;
  // A problem found by the page itself has no request id. Its message is already in the reader's language.
  const isTold = isOfFields || (refusal !== undefined && refusal.requestId !== '');
  const explainer = useExplainer(isTold);
  if (refusal === undefined || (refusal.message === '' && !isOfFields)) return [];
  if (!isTold || explainer === 'lost')
    return isOfFields ? refusal.fields.map(({ message }) => message) : [refusal.message];
  return explainer?.refusal(refusal) ?? [''];
}
