import type { ExplainWords } from '../../words/en/explain.ts';
import { count, moment, plural } from '../format.ts';
import { createExplainer, type Explainer } from './explain.ts';

export const explainerOf = (words: ExplainWords): Explainer => createExplainer(words, { count, moment, plural });
