/** A spreadsheet would run a text that begins so as a formula; the apostrophe makes it a text (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[";\r\n]/;

/** A text as a cell of a table with semicolons. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Spreadsheets tell by it that a file is UTF-8. */
export const CSV_BOM = '\uFEFF';

export const csvHeaders = (name: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}.csv"`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
});
