export interface WishedItem {
  /** The same while its name is. */
  readonly key: string;
  readonly name: string;
  readonly quantity: string;
  readonly price: string;
  /** The tie of the item to a product. */
  readonly rest: object;
}

/** The values that the line wishes the form to hold: texts by the paths of their fields. */
export interface Wish {
  readonly fields: Readonly<Record<string, string>>;
  readonly items: readonly WishedItem[];
  /** Off the items, as `withDiscount` reads it; empty for none. */
  readonly discount: string;
}

/** The text of the line, and the values that it has put into the form. */
export interface Line {
  readonly text: string;
  /** Parts that were taken back (`keyOf`). */
  readonly dropped: readonly string[];
  readonly put: Wish;
  /** Kopecks that its discount has taken off. */
  readonly off: number;
  /** The text and the taken-back parts for which the line was put. */
  readonly putFor: string;
}

export const EMPTY_LINE: Line = {
  text: '',
  dropped: [],
  put: { fields: {}, items: [], discount: '' },
  off: 0,
  putFor: '',
};

/** @returns the empty line for what another version of the pages has kept */
export function keptLine(kept: unknown): Line {
  const { text, dropped, put, off, putFor } = { ...EMPTY_LINE, ...(kept as Partial<Line> | null | undefined) };
  const isWhole =
    typeof text === 'string' &&
    Array.isArray(dropped) &&
    Array.isArray(put?.items) &&
    typeof put.fields === 'object' &&
    typeof put.discount === 'string' &&
    typeof off === 'number' &&
    typeof putFor === 'string';
  return isWhole ? { text, dropped, put, off, putFor } : EMPTY_LINE;
}
