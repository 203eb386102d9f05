import { errorText } from '../base/index.ts';
import { findDamage } from '../storage/index.ts';

/** The faults of a file, one line each, or the reason why it could not be checked. */
export type Verdict = { readonly problems: readonly string[] } | { readonly failure: string };

export function verdictOn(path: string): Verdict {
  try {
    return { problems: findDamage(path) };
  } catch (error) {
    return { failure: errorText(error) };
  }
}

export const isSound = (verdict: Verdict): boolean => 'problems' in verdict && verdict.problems.length === 0;
