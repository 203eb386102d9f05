/** How large a text is set so that it fits its paper: by estimate, with room to spare, so that print and preview agree. */

interface CardSize {
  /** How large the text is set, in points. */
  readonly points: number;
  readonly fits: 'card' | 'sheet' | 'sheets';
}

/** Points. */
const CARD_POINTS = [36, 30, 24, 20, 17, 14, 12, 10];
const SHEET_POINTS = [10, 8, 6];
/** Millimetres left inside the margins, the name's line and the card's foot taken off. */
const CARD = { width: 170, height: 74 };
const SHEET = { width: 172, height: 240 };
const MM_PER_POINT = 0.3528;
/** The width of a serif letter, and the height of a line, in letter heights. */
const LETTER = 0.56;
const LINE = 1.45;
/** The width of an emoji or a Chinese sign, in letters. */
const WIDE = 2.3;
/** Broad letters of both alphabets. */
const BROAD = 1.45;
const BROAD_LETTERS = new Set('жмфшщыюЖМФШЩЫЮmwMW@');
/** From here on signs are wide: Hangul, Chinese, emoji. */
const FIRST_WIDE = 0x1100;
/** Words do not break: some of each line stays empty. */
const WASTE = 1.08;

function widthOf(line: string): number {
  let width = 0;
  for (const sign of line)
    width += (sign.codePointAt(0) ?? 0) >= FIRST_WIDE ? WIDE : BROAD_LETTERS.has(sign) ? BROAD : 1;
  return width;
}

function fits(lines: readonly number[], points: number, { width, height }: typeof CARD): boolean {
  const letters = width / (points * MM_PER_POINT * LETTER);
  const needed = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil((line * WASTE) / letters)), 0);
  return needed * points * MM_PER_POINT * LINE <= height;
}

export function cardSize(text: string): CardSize {
  const lines = text.split(/\r\n|\r|\n/).map(widthOf);
  const card = CARD_POINTS.find((points) => fits(lines, points, CARD));
  if (card !== undefined) return { points: card, fits: 'card' };
  const sheet = SHEET_POINTS.find((points) => fits(lines, points, SHEET));
  if (sheet !== undefined) return { points: sheet, fits: 'sheet' };
  return { points: 10, fits: 'sheets' };
}
