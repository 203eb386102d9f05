/** A match of a value in a file with something that the shop has under another name. */
export interface ValueMatch {
  readonly field: string;
  /** The text of the cell. */
  readonly text: string;
  /** The id or name in Docket; '' keeps the text. */
  readonly to: string;
}

/** A value in the file that a person may match. */
export interface FoundValue extends Omit<ValueMatch, 'to'> {
  readonly rows: number;
  /** The chosen value; null until a person chooses. */
  readonly to: string | null;
}

/** For each field, the things that its values can be matched with. */
export type ValueChoices = Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;

/** At most this many different values of a field are listed. A column with more is not a list of names. */
const LISTED = 40;
const NAME_CHARS = 100;

export const foldName = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').trim();

/** The values of one file that the shop does not know. */
export interface ValueNotes {
  note(field: string, text: string): FoundValue;
  found(): FoundValue[];
}

/** @param matches only valid matches; the first match for a value counts */
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

/** Parses the matches that a page sends as JSON. @returns an empty list for anything invalid */
export function parseValues(text: string | undefined): ValueMatch[] {
  const found: unknown = text === undefined ? [] : parsed(text);
  return Array.isArray(found) ? found.filter(isMatch).map(({ field, text, to }) => ({ field, text, to })) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isMatch = (one: Partial<ValueMatch> | null): one is ValueMatch =>
  [one?.field, one?.text, one?.to].every((part) => typeof part === 'string');
