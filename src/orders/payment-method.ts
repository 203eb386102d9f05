import { foldText } from '../storage/index.ts';

const NAMES = {
  cash: ['cash', 'наличные', 'наличными'],
  card: ['card', 'карта', 'картой'],
  sbp: ['sbp', 'сбп', 'fast payment (sbp)', 'Fast payment (SBP)'],
  transfer: ['transfer', 'bank transfer', 'перевод на счёт', 'перевод на счет'],
};

/**
 * Returns the spellings of a name that count as the same payment method. They are listed, because a filter in SQL
 * compares exact texts.
 */
const spellings = (name: string): string[] => [
  name,
  name.toUpperCase(),
  `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
];
const SPELLINGS = new Map(Object.entries(NAMES).map(([id, names]) => [id, names.flatMap(spellings)]));
const IDS = new Map([...SPELLINGS].flatMap(([id, texts]) => texts.map((text) => [text, id])));

export const METHOD_IDS = Object.keys(NAMES);

/** Returns the same id for "cash", "Cash" and "Наличные". Any other method is returned as it was sent. */
export const methodId = (method: string): string => IDS.get(method) ?? method;

/**
 * Returns one text for all spellings of a method: "cash" for "CASH" and "Наличные". Methods are compared by this text.
 */
export const methodKey = (method: string): string => methodId(foldText(method));

/**
 * The maximum number of different methods that are compared regardless of case. Lower-casing a thousand long ones would
 * take 0.1 s.
 */
const FOLDED_AT_MOST = 50;

/** Finds the methods that are the same as a given one. Case is ignored unless there are very many methods. */
export function sameMethods(one: string, methods: readonly string[]): ReadonlySet<string> {
  const distinct = new Set(methods);
  const keyOf = distinct.size > FOLDED_AT_MOST ? methodId : methodKey;
  const key = keyOf(one);
  return new Set([...distinct].filter((method) => keyOf(method) === key));
}

export const spellingsOf = (method: string): readonly string[] => SPELLINGS.get(methodId(method)) ?? [method];
