import { type BrokenRule, Refusal, type RefusedField } from '../../data/refusal.ts';
import type { Explainer } from './explain.ts';
import { learnWords, useExplainer } from './use-explained.ts';

/** A refusal in the reader's words, for what is said in passing. */
export async function tell(refusal: Refusal): Promise<string> {
  const explainer = await learnWords().catch(() => undefined);
  return explainer?.refusal(refusal).join(' ') ?? refusal.message;
}

/** A rule that the server names beside other data, in the reader's words; empty while there is none. */
export function useTold(told: (BrokenRule & { readonly message: string }) | null): string {
  const explainer = useExplainer(told !== null);
  if (told === null) return '';
  return explainer === 'lost' ? told.message : (explainer?.told(told) ?? '');
}

/** The words for faults of single fields. @param isNeeded whether there is anything to say */
export function useFieldWords(isNeeded: boolean): Pick<Explainer, 'field' | 'belowField'> {
  const explainer = useExplainer(isNeeded);
  if (explainer !== undefined && explainer !== 'lost') return explainer;
  const say = ({ message }: RefusedField): string => (explainer === 'lost' ? message : '');
  return { field: say, belowField: say };
}

/** The fault of each field of a form, by the server's name for it; undefined where there is none. */
export function useFieldProblems(error: unknown): (path: string) => string | undefined {
  const fields = error instanceof Refusal ? error.fields : [];
  const { belowField } = useFieldWords(fields.length > 0);
  return (path) => {
    const field = fields.find((one) => one.path === path);
    return field === undefined ? undefined : belowField(field);
  };
}
