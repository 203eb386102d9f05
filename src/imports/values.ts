import { parseForeign } from '../base/index.ts';

/** A value in a file, matched with the name that the shop uses for it. */
export interface ValueMatch {
  readonly field: string;
  readonly text: string;
  /** The id or name in Docket. An empty text keeps the file's text. */
  readonly to: string;
}

export interface FoundValue extends Omit<ValueMatch, 'to'> {
  readonly rows: number;
  /** The value that a person chose; null before that. */
  readonly to: string | null;
}

export type ValueChoices = Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;

/** The limit on different values listed for one field. */
const LISTED = 40;
const NAME_CHARS = 100;

export const foldName = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').trim();

/** Collects the values in a file for which a person must choose a meaning. */
export interface ValueNotes {
  note(field: string, text: string): FoundValue;
  found(): FoundValue[];
}

/**
 * Creates an empty collector of a file's values.
 * @param matches valid names that a person chose for values; if a value has several, the first one is used
 */
export function createValueNotes(matches: readonly ValueMatch[]): ValueNotes {
  const keyOf = (field: string, text: string): string => `${field}:${foldName(text)}`;
  const chosen = new Map(matches.toReversed().map(({ field, text, to }) => [keyOf(field, text), to]));
  const found = new Map<string, FoundValue>();
  return {
    note(field, text) {
      const key = keyOf(field, text);
      const before = found.get(key) ?? { field, text, rows: 0, to: chosen.get(key) ?? null };
      const value = { ...before, rows: before.rows + 1 };
      const isListed = found.has(key) || [...found.values()].filter((one) => one.field === field).length < LISTED;
      if (isListed && text.length <= NAME_CHARS) found.set(key, value);
      return value;
    },
    found: () => [...found.values()],
  };
}

export function parseValues(text: string | undefined): ValueMatch[] {
  const found: unknown = text === undefined ? [] : parseForeign(text);
  return Array.isArray(found) ? found.filter(isMatch).map(({ field, text, to }) => ({ field, text, to })) : [];
}

const isMatch = (one: Partial<ValueMatch> | null): one is ValueMatch =>
  [one?.field, one?.text, one?.to].every((part) => typeof part === 'string');
