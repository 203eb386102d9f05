import type { Forms } from '../plural.ts';
import type { Refusal, RefusedField } from '../refusal.ts';
import { RULES, TEXTS } from './patterns.ts';
import type { ExplainWords } from './words-en.ts';

/** How numbers and moments are shown to the reader; those of format.ts. */
export interface Shown {
  readonly count: (number: number) => string;
  readonly moment: (iso: string) => string;
  readonly plural: (number: number, forms: Forms) => string;
}

const INSTANT = /^\d{4}-\d\d-\d\dT/;
const ROW = /^\d+$/;

/** What was refused and why, in the reader's words: a sentence, or one for each field; the server's own where there are none. */
export function explain(refusal: Refusal, words: ExplainWords, shown: Shown): readonly string[] {
  const { code, fields, message, retryAfterSeconds } = refusal;
  if (fields.length > 0) return fields.map((field) => ofField(field, words, shown));
  if (code === 'rate_limited' && retryAfterSeconds > 0) return [shown.plural(retryAfterSeconds, words.tooMany)];
  const codes: Readonly<Record<string, string | undefined>> = words.codes;
  return [translated(message, TEXTS, words.texts, words, shown) ?? codes[code] ?? message];
}

function ofField({ path, message }: RefusedField, words: ExplainWords, shown: Shown): string {
  const rule = translated(message, RULES, words.rules, words, shown) ?? message;
  const text = path === '' ? rule : `${fieldName(path, words)}${words.says}${rule}`;
  return `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** @returns undefined where the wording is not known, or left as it is */
function translated<Key extends string>(
  message: string,
  patterns: Readonly<Record<Key, RegExp>>,
  texts: Readonly<Partial<Record<Key, string>>>,
  words: ExplainWords,
  shown: Shown,
): string | undefined {
  for (const key in patterns) {
    const groups = patterns[key].exec(message);
    if (groups === null) continue;
    return texts[key]?.replaceAll(/\$(\d)/g, (_, at) => inWords(groups[Number(at)] ?? '', words, shown));
  }
  return undefined;
}

function inWords(value: string, words: ExplainWords, shown: Shown): string {
  if (INSTANT.test(value)) return shown.moment(value);
  if (value !== '' && Number.isFinite(Number(value))) return shown.count(Number(value));
  return words.roles[value] ?? value;
}

/** `products.0.name` as the form calls it; the path itself where it has no word. */
export function fieldName(path: string, words: ExplainWords): string {
  const parts = path.split('.').filter((part, at) => at > 0 || part !== 'data');
  const [first = '', second] = parts;
  const last = parts.findLast((part) => !ROW.test(part)) ?? '';
  const known = words.fields[parts.filter((part) => !ROW.test(part)).join('.')] ?? words.fields[last];
  const group = parts.length > 1 ? words.groups[first]?.replace('#', String(Number(second) + 1)) : undefined;
  if (group === undefined || last === first) return group ?? known ?? path;
  return `${group}${words.within}${known === undefined ? last : lowered(known)}`;
}

/** Not what is written in capitals throughout. */
const lowered = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : `${text.charAt(0).toLocaleLowerCase()}${text.slice(1)}`;
