/** A cell by its meaning, since each file format writes it differently. A plain string is text. */
export type Cell =
  | string
  /** A phone or another long number, of which a spreadsheet must keep every digit. */
  | { readonly digits: string }
  | { readonly kopecks: number }
  | { readonly number: number }
  /** YYYY-MM-DD. */
  | { readonly day: string };
