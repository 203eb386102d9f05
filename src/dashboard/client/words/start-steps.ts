import type { StepWords } from './en/start-steps.ts';
import { laterWords } from './later-words.ts';

/** The words of a shop's first steps. They load separately, because a shop with orders keeps the steps folded. */
export const { words: stepWords, load: loadStepWords } = laterWords<StepWords>({
  en: async () => (await import('./en/start-steps.ts')).STEPS_EN,
  ru: async () => (await import('./ru/start-steps.ts')).STEPS_RU,
});
