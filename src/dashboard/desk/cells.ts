/** A cell by what it means: each sort of file has its own way to say it. A text is a string. */
export type Cell =
  | string
  /** A phone or a long number, whose digits no spreadsheet may lose. */
  | { readonly digits: string }
  | { readonly kopecks: number }
  | { readonly number: number }
  /** YYYY-MM-DD. */
  | { readonly day: string };
