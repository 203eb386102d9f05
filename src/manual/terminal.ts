/** The greatest width that is easy to read, and the smallest that fits a word. */
const MAX_COLUMNS = 80;
const MIN_COLUMNS = 24;
/** The width below which a table of three columns would cut its words. */
const TABLE_COLUMNS = 64;

/** A link within a page, which a terminal cannot follow. */
const LINK_WITHIN = /\[([^\]]+)\]\(#[^)\s]*\)/g;

export const textColumns = (columns: number): number => Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, columns));

/**
 * Formats a page for a terminal. Code starts at the left edge without a frame, so that people can copy it.
 * @param text Markdown whose links already refer to topics
 */
export function printPage(text: string, columns: number): string {
  const width = textColumns(columns);
  const parts = text
    .replaceAll(LINK_WITHIN, '$1')
    .split(/^```[^\n]*\n(.*?)^```$/ms)
    .map((part, at) => {
      if (at % 2 === 1) return part;
      return Bun.markdown.ansi(width < TABLE_COLUMNS ? unfoldTables(part) : part, { colors: false, columns: width });
    });
  return `${parts
    .map((part) => part.replaceAll(/^\n+|\n+$/g, ''))
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

const unfoldTables = (text: string): string =>
  text.replaceAll(/^\|.*\n\|[-| :]+\n(?:\|.*\n)+/gm, (table) => {
    const [head = [], , ...rows] = table.trim().split('\n').map(cellsOf);
    const items = rows.map(([first = '', ...cells]) => {
      const below = cells.flatMap((cell, at) => (cell === '' ? [] : [`  - ${head[at + 1] ?? ''}: ${cell}`]));
      return [`- ${first}`, ...below].join('\n');
    });
    return `${items.join('\n')}\n`;
  });

const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
