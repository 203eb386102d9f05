const LINE_CHARS = 60;
/**
 * Characters that change the direction of the text after them. They are removed: a label is plain text, so no HTML
 * element can confine their effect.
 */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

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
