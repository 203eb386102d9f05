import { Refusal } from '../refusal.ts';

/** Which rule a field broke, for the page that words it; undefined when nothing is wrong with it. */
export function ruleOf(error: unknown, path: string): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const field = error.fields.find((one) => one.path === path);
  return field === undefined ? undefined : field.rule || path;
}
