const LINE_CHARS = 60;
/** Characters that reverse the text after them. Elements could confine them to a cell, but a label has none. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The beginning of a file's line, as one text. */
export function lineText(cells: readonly string[]): string {
  const text = cells
    .filter((cell) => cell.trim() !== '')
    .join(' · ')
    .replaceAll(TURNS, '');
  return text.length <= LINE_CHARS
    ? text
    : `${text
        .slice(0, LINE_CHARS)
        .replace(/[\s·]+$/, '')
        .toWellFormed()}…`;
}
