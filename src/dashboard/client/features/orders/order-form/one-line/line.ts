export interface WishedItem {
  /** The item's key, which does not change while the item's name stays the same. */
  readonly key: string;
  readonly name: string;
  readonly quantity: string;
  readonly price: string;
  /** Other properties of the item, such as the id and SKU of the product that it is linked to. */
  readonly rest: object;
  /** The words of the line that this item was read from. */
  readonly text: string;
  /** True if the words in `text` contain the price. */
  readonly isPriced: boolean;
}

/** The values that the line would fill in: texts by the paths of their fields. */
export interface Wish {
  readonly fields: Readonly<Record<string, string>>;
  readonly items: readonly WishedItem[];
  /** The discount on the items, in the form that `withDiscount` reads; empty for none. */
  readonly discount: string;
  /** The line's texts that Docket could not use. */
  readonly open: readonly string[];
  /** The line's words for each field, and the value read from these words. The keys are the paths of the fields. */
  readonly said: Readonly<Record<string, { readonly text: string; readonly value: string }>>;
}

export interface Line {
  readonly text: string;
  /** The keys of the dismissed parts (`keyOf`). */
  readonly dropped: readonly string[];
  /** The keys of the parts for which the user accepted Docket's suggestion. */
  readonly taken: readonly string[];
  readonly put: Wish;
  /** The kopecks that the line's discount has taken off. */
  readonly off: number;
  /** The line's `text`, `dropped` and `taken`, as JSON, when the line last filled in values. */
  readonly putFor: string;
}

export const EMPTY_LINE: Line = {
  text: '',
  dropped: [],
  taken: [],
  put: { fields: {}, items: [], discount: '', open: [], said: {} },
  off: 0,
  putFor: '',
};

/**
 * Reads the line of a draft saved in the browser. Returns `EMPTY_LINE` if another version of the app saved the draft.
 */
export function keptLine(kept: unknown): Line {
  const { text, dropped, taken, put, off, putFor } = { ...EMPTY_LINE, ...(kept as Partial<Line> | null | undefined) };
  const isWhole =
    typeof text === 'string' &&
    Array.isArray(dropped) &&
    Array.isArray(taken) &&
    Array.isArray(put?.items) &&
    put.items.every((item) => typeof item.text === 'string') &&
    Array.isArray(put.open) &&
    typeof put.fields === 'object' &&
    typeof put.said === 'object' &&
    typeof put.discount === 'string' &&
    typeof off === 'number' &&
    typeof putFor === 'string';
  return isWhole ? { text, dropped, taken, put, off, putFor } : EMPTY_LINE;
}
