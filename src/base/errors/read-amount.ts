import { type AmountFault, parseRoubles } from '../money/index.ts';
import type { Issue } from './errors.ts';

const AMOUNT_RULES = {
  negative: 'roubles_negative',
  too_large: 'roubles_at_most',
  too_precise: 'two_decimals',
} as const satisfies Readonly<Record<AmountFault, string>>;

/** Converts roubles to kopecks. For an invalid amount, returns 0 and adds an issue. */
export function readAmount(path: string, roubles: number, issues: Issue[]): number {
  const kopecks = parseRoubles(roubles);
  if (typeof kopecks === 'number') return kopecks;
  issues.push({ path, rule: AMOUNT_RULES[kopecks] });
  return 0;
}
