import type { Language } from '../../base/index.ts';

/** The meaning of a table cell, which each file format writes in its own way. A plain string is text. */
export type Cell =
  | string
  /** A phone or another long number. A spreadsheet must keep every digit of it. */
  | { readonly digits: string }
  | { readonly kopecks: number }
  | { readonly number: number }
  /** YYYY-MM-DD. */
  | { readonly day: string };

export type Column<Of> = readonly [en: string, ru: string, cell: (of: Of) => Cell];

export const headingsOf = (columns: readonly Column<never>[], language: Language): string[] =>
  columns.map(([en, ru]) => (language === 'ru' ? ru : en));

export const cellsOf = <Of>(columns: readonly Column<Of>[], of: Of): Cell[] => columns.map(([, , cell]) => cell(of));
