import { type BrokenRule, Refusal, type RefusedField } from '../../data/refusal.ts';
import type { Explainer } from './explain.ts';
import { learnWords, useExplainer } from './use-explained.ts';

export async function tell(refusal: Refusal): Promise<string> {
  const explainer = await learnWords().catch(() => undefined);
  return explainer?.refusal(refusal).join(' ') ?? refusal.message;
}

export function useTold(told: (BrokenRule & { readonly message: string }) | null): string {
  const explainer = useExplainer(told !== null);
  if (told === null) return '';
  return explainer === 'lost' ? told.message : (explainer?.told(told) ?? '');
}

/**
 * Returns the words for errors in fields; empty texts until the words have loaded.
 * @param isNeeded true if there is an error to show, so that the words must load
 */
export function useFieldWords(isNeeded: boolean): Pick<Explainer, 'field' | 'belowField'> {
  const explainer = useExplainer(isNeeded);
  if (explainer !== undefined && explainer !== 'lost') return explainer;
  const say = ({ message }: RefusedField): string => (explainer === 'lost' ? message : '');
  return { field: say, belowField: say };
}

export function useFieldProblems(error: unknown): (path: string) => string | undefined {
  const fields = error instanceof Refusal ? error.fields : [];
  const { belowField } = useFieldWords(fields.length > 0);
  return (path) => {
    const field = fields.find((one) => one.path === path);
    return field === undefined ? undefined : belowField(field);
  };
}
