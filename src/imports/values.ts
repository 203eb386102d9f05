/** A value of a file for something that the shop has under another name. */
export interface ValueMatch {
  readonly field: string;
  /** The text of the cell. */
  readonly text: string;
  /** The id or name here; '' keeps the text. */
  readonly to: string;
}

/** A value that a person may match, as the file holds it. */
export interface FoundValue extends Omit<ValueMatch, 'to'> {
  readonly rows: number;
  /** Null until a person chooses. */
  readonly to: string | null;
}

/** The things that a value of each field can be matched with. */
export type ValueChoices = Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;

/** The matches of a page, as JSON. @returns none for anything else */
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
