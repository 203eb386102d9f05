import { type BrokenRule, Refusal, type RefusedField } from '../../data/refusal.ts';
import type { Explainer } from './explain.ts';
import { learnWords, useExplainer } from './use-explained.ts';

/** Explains a refusal in the reader's language, for a short message. */
export async function tell(refusal: Refusal): Promise<string> {
  const explainer = await learnWords().catch(() => undefined);
  return explainer?.refusal(refusal).join(' ') ?? refusal.message;
}

/** Returns the sentence for a broken rule that an answer reports among its data; empty if there is none. */
export function useTold(told: (BrokenRule & { readonly message: string }) | null): string {
  const explainer = useExplainer(told !== null);
  if (told === null) return '';
  return explainer === 'lost' ? told.message : (explainer?.told(told) ?? '');
}

/** Returns the words for errors in single fields. @param isNeeded true if there is an error to show */
export function useFieldWords(isNeeded: boolean): Pick<Explainer, 'field' | 'belowField'> {
  const explainer = useExplainer(isNeeded);
  if (explainer !== undefined && explainer !== 'lost') return explainer;
  const say = ({ message }: RefusedField): string => (explainer === 'lost' ? message : '');
  return { field: say, belowField: say };
}

/**
 * Returns a function that finds the error text of a field by the server's name for the field. It returns undefined for
 * a field without an error.
 */
export function useFieldProblems(error: unknown): (path: string) => string | undefined {
  const fields = error instanceof Refusal ? error.fields : [];
  const { belowField } = useFieldWords(fields.length > 0);
  return (path) => {
    const field = fields.find((one) => one.path === path);
    return field === undefined ? undefined : belowField(field);
  };
}
