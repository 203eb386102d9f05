import type { BrokenRule, Refusal, RefusedField } from '../../data/refusal.ts';
import type { ExplainWords } from '../../words/en/explain.ts';
import type { Forms } from '../../words/plural.ts';
import type { AnyWords } from '../../words/rule-words.ts';
import { knownWord } from '../known-word.ts';

export interface Formats {
  readonly count: (number: number) => string;
  readonly moment: (iso: string) => string;
  readonly plural: (number: number, forms: Forms) => string;
}

/**
 * The names of the parameters that are shown as a date and time. `TERMS` names the parameters with words of Docket's
 * vocabulary, which are translated. Numbers are formatted, and all other parameters are shown unchanged.
 */
const MOMENTS = new Set(['until']);
const TERMS = new Set(['needed', 'own', 'trouble']);
const ROW = /^\d+$/;

export interface Explainer {
  /**
   * Returns the refusal as one sentence, or as one for each wrong field. If there are no words for it, the server's own
   * message is used.
   */
  readonly refusal: (refusal: Refusal) => readonly string[];
  /** Returns the sentence for one broken rule. */
  readonly told: (told: BrokenRule & { readonly message: string }) => string;
  readonly field: (field: RefusedField) => string;
  /** Returns the sentence below a field. It does not repeat the field's name, which is already above the field. */
  readonly belowField: (field: RefusedField) => string;
  /**
   * Returns a phrase with the number of wrong fields: "Correct 2 fields", or "Fill in 2 fields" if all of them are
   * empty.
   */
  readonly wrong: (fields: readonly RefusedField[]) => string;
}

export const createExplainer = (words: ExplainWords, shown: Formats): Explainer => ({
  refusal: (refusal) => explain(refusal, words, shown),
  told: (told) => asSentence(ofRule(told, words.refusals, words, shown) ?? told.message),
  field: (field) => ofField(field, words, shown),
  belowField: (field) => asSentence(ofRule(field, words.rules, words, shown) ?? field.message),
  wrong: (fields) =>
    shown.plural(fields.length, fields.every(({ rule }) => rule === 'valueMissing') ? words.empty : words.wrong),
});

function explain(refusal: Refusal, words: ExplainWords, shown: Formats): readonly string[] {
  const { fields, told, message, retryAfterSeconds } = refusal;
  if (fields.length > 0) return fields.map((field) => ofField(field, words, shown));
  if (told.rule === 'tries' && retryAfterSeconds > 0) return [shown.plural(retryAfterSeconds, words.tooMany)];
  return [ofRule(told, words.refusals, words, shown) ?? message];
}

function ofField(field: RefusedField, words: ExplainWords, shown: Formats): string {
  const { path, message } = field;
  const rule = ofRule(field, words.rules, words, shown) ?? message;
  return asSentence(path === '' || isSentence(rule) ? rule : `${fieldName(path, words)}${words.says}${rule}`);
}

const isSentence = (text: string): boolean => /^\p{Lu}/u.test(text);
const asSentence = (text: string): string =>
  `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/**
 * Returns the words for a broken rule.
 * @returns undefined if the API's own words are good enough, and for a rule that only a newer server has
 */
function ofRule(told: BrokenRule, texts: object, words: ExplainWords, shown: Formats): string | undefined {
  const known = texts as Readonly<Record<string, AnyWords | undefined>>;
  const text = Object.hasOwn(known, told.rule) ? known[told.rule] : undefined;
  return typeof text === 'function' ? text(parametersOf(told, words, shown)) : (text ?? undefined);
}

function parametersOf(told: object, words: ExplainWords, shown: Formats): Readonly<Record<string, string>> {
  const parameters = Object.entries(told).map(([name, value]) => [
    name,
    value === null && name === 'file' ? words.sentFile : inWords(name, value ?? 0, words, shown),
  ]);
  return Object.fromEntries(parameters);
}

function inWords(name: string, value: unknown, words: ExplainWords, shown: Formats): string {
  if (typeof value === 'number') return shown.count(value);
  const text = String(value);
  if (MOMENTS.has(name)) return shown.moment(text);
  return (TERMS.has(name) ? knownWord(words.terms, text) : undefined) ?? text;
}

/**
 * Returns the name of a field as the form shows it, for a path such as `products.0.name`. If the form has no name for
 * the path, returns the path itself.
 */
export function fieldName(path: string, words: ExplainWords): string {
  const parts = path.split('.').filter((part, at) => at > 0 || part !== 'data');
  const [first = '', second] = parts;
  const last = parts.findLast((part) => !ROW.test(part)) ?? '';
  const known = words.fields[parts.filter((part) => !ROW.test(part)).join('.')] ?? words.fields[last];
  const group = parts.length > 1 ? words.groups[first]?.replace('#', String(Number(second) + 1)) : undefined;
  if (group === undefined || last === first) return group ?? known ?? path;
  return `${group}${words.within}${known === undefined ? last : lowered(known)}`;
}

/** Lowers the first letter of a text, unless the text begins with two capitals. */
const lowered = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : `${text.charAt(0).toLocaleLowerCase()}${text.slice(1)}`;
