import { computed } from '@preact/signals';
import { language } from '../language.ts';
import { Refusal } from '../refusal.ts';
import { SETUP_EN, SETUP_RU, type SetupWords } from './words.ts';

export const setupWords = computed<SetupWords>(() => (language.value === 'ru' ? SETUP_RU : SETUP_EN));

const RULES: Readonly<Record<string, keyof SetupWords>> = {
  password_common: 'badCommon',
  password_is_name: 'badName',
  password: 'badLength',
  next: 'badLength',
  email: 'badEmail',
  name: 'badBusiness',
  timeZone: 'badZone',
};

/** What is wrong with the field that the server knows as `path`; undefined when nothing is. */
export function fieldProblem(error: unknown, path: string): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const field = error.fields.find((one) => one.path === path);
  if (field === undefined) return undefined;
  const key = RULES[field.rule] ?? RULES[path];
  return key === undefined ? field.message : setupWords.value[key];
}
