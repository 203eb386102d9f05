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
  /** Null until a person chooses. */
  readonly to: string | null;
}

/** For each field, the things that its values can be matched with. */
export type ValueChoices = Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;

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
