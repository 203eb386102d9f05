/**
 * Estimates the type size and the paper for a gift card. The estimate assumes a little more space than the text needs.
 * So the text fits the paper both in the preview and in print.
 */

import type { Paper } from './paper.ts';

interface CardSize {
  readonly points: number;
  /** The chosen paper, or the next larger one if the text does not fit. */
  readonly size: Paper;
  /** Whether the text fits the chosen paper, needs a larger sheet, or needs several sheets. */
  readonly fits: 'whole' | 'sheet' | 'sheets';
}

interface Area {
  readonly points: readonly number[];
  /** Millimeters inside the margins, like `height`. */
  readonly width: number;
  readonly height: number;
}

const AREAS: Readonly<Record<Paper, Area>> = {
  a5: { points: [36, 30, 24, 20, 17, 14, 12, 10], width: 178, height: 112 },
  a4: { points: [48, 36, 30, 24, 20, 17, 14, 12, 10, 8, 6], width: 172, height: 250 },
  roll: { points: [20, 17, 14, 12, 10], width: 66, height: 110 },
};
const MM_PER_POINT = 0.3528;
/** The average width of a letter, and the height of a line, as multiples of the type size. */
const LETTER = 0.56;
const LINE = 1.45;
/** The width of an emoji or a Chinese character, in average letters. */
const WIDE = 2.3;
/** The width of a wide Latin or Cyrillic letter, as a multiple of the average letter's width. */
const BROAD = 1.45;
const BROAD_LETTERS = new Set('жмфшщыюЖМФШЩЫЮmwMW@');
/** The first code point of the wide characters: Hangul, Chinese, emoji. */
const FIRST_WIDE = 0x1100;
/** A factor for the space that stays empty at the ends of lines, because words do not break. */
const WASTE = 1.08;

function widthOf(line: string): number {
  let width = 0;
  for (const sign of line)
    width += (sign.codePointAt(0) ?? 0) >= FIRST_WIDE ? WIDE : BROAD_LETTERS.has(sign) ? BROAD : 1;
  return width;
}

function pointsIn({ points, width, height }: Area, lines: readonly number[]): number | undefined {
  return points.find((size) => {
    const letters = width / (size * MM_PER_POINT * LETTER);
    const needed = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil((line * WASTE) / letters)), 0);
    return needed * size * MM_PER_POINT * LINE <= height;
  });
}

/**
 * Chooses the paper and type size for a gift card's text. A text too long for the chosen card is printed on A4. A roll
 * is never too short.
 */
export function cardSize(text: string, chosen: Paper): CardSize {
  const lines = text.split(/\r\n|\r|\n/).map(widthOf);
  const whole = pointsIn(AREAS[chosen], lines);
  if (whole !== undefined) return { points: whole, size: chosen, fits: 'whole' };
  if (chosen === 'roll') return { points: 10, size: chosen, fits: 'whole' };
  const sheet = pointsIn(AREAS.a4, lines);
  if (sheet !== undefined) return { points: sheet, size: 'a4', fits: 'sheet' };
  return { points: 10, size: 'a4', fits: 'sheets' };
}
