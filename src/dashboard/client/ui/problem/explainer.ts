import type { ExplainWords } from '../../words/en/explain.ts';
import { count, moment, plural } from '../format.ts';
import { createExplainer, type Explainer } from './explain.ts';

/** With numbers and moments as the pages show them. */
export const explainerOf = (words: ExplainWords): Explainer => createExplainer(words, { count, moment, plural });
