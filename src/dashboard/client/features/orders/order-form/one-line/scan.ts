export interface Span {
  readonly at: number;
  readonly text: string;
}

/** The greatest number of characters that the patterns search. A longer text is a message to the shop, not an order. */
export const MOST_CHARS = 600;
/** The mark that replaces parts already read. It is not a letter, a digit or a space. */
const READ = '\ufffc';

/** The start of a word or number. `\b` works only for Latin letters. */
export const START = '(?<![\\p{L}\\p{N}])';
export const END = '(?![\\p{L}\\p{N}])';
export const PLUS = '(?:and|plus|и|плюс|[+&])';
export const SMALL = /^(?:about|and|around|at|by|for|from|in|on|or|plus|to|with|или|в|во|для|и|к|на|плюс|по|с|со)$/iu;
/** A comma between two digits belongs to a number. */
const BREAK = /[;\n\ufffc]|,(?!\d)|(?<!\d),/u;
const SEPARATOR = /[;\n]|,(?!\d)|(?<!\d),/u;

/** Folds runs of blanks and of empty lines. Without this, the patterns need cubic time: seconds for 600 blanks. */
export const foldBlanks = (typed: string): string =>
  // A text copied together with pictures may contain the invisible character `READ`. It is removed, because `READ`
  // marks the parts that were already read.
  typed
    .replaceAll(READ, ' ')
    // Removes the spaces in ranges: "Ленина 5 - 12", "10 - 12".
    .replaceAll(/(?<!\d)(\d{1,3}) +([-–—]) +(?=\d{1,3}(?!\d|\s*\p{L}))/gu, '$1$2')
    .replaceAll(/[^\S\n]{2,}/gu, ' ')
    .replaceAll(/\s*\n\s*/gu, '\n');

/** A line whose parts are read one after the other. No part is read twice. */
export class Scan {
  readonly #line: string;
  #rest: string;

  constructor(line: string) {
    this.#line = line.slice(0, MOST_CHARS).replaceAll(/[\u00a0\t\r\u202f]/gu, ' ');
    this.#rest = this.#line;
  }

  /** The line, with marks in place of the parts already read. */
  get rest(): string {
    return this.#rest;
  }

  /** Returns the text before a position, including the parts already read. */
  textBefore(at: number): string {
    return this.#line.slice(0, at);
  }

  /**
   * Takes each match of a pattern, from left to right, if `read` returns a value for it.
   * @param pattern must have the global flag
   */
  take<T>(
    pattern: RegExp,
    read: (match: RegExpExecArray) => T | undefined,
    most = Number.POSITIVE_INFINITY,
  ): (Span & { value: T })[] {
    const found: (Span & { value: T })[] = [];
    for (const match of this.#rest.matchAll(pattern)) {
      if (found.length === most) break;
      const value = read(match);
      if (value !== undefined) found.push({ ...this.#cut(match.index, match[0].length), value });
    }
    return found;
  }

  pieces(): Span[] {
    const pieces: Span[] = [];
    let at = 0;
    for (const piece of this.#rest.split(BREAK)) {
      const text = piece.trim();
      if (text !== '') pieces.push({ at: at + piece.indexOf(text), text });
      at += piece.length + 1;
    }
    return pieces;
  }

  isFirst({ at }: Span): boolean {
    return this.#line.slice(0, at).trim() === '';
  }

  /** True if no comma, semicolon or line break separates two pieces. */
  isSamePart(a: Span, b: Span): boolean {
    return !SEPARATOR.test(this.#between(a, b));
  }

  isNext(a: Span, b: Span): boolean {
    return /^[\s,]*$/u.test(this.#between(a, b));
  }

  drop({ at, text }: Span): Span {
    return this.#cut(at, text.length);
  }

  isBeside(a: Span, b: Span): boolean {
    return /^\s*$/u.test(this.#between(a, b));
  }

  #between(a: Span, b: Span): string {
    const [first, second] = a.at < b.at ? [a, b] : [b, a];
    return this.#line.slice(first.at + first.text.length, second.at);
  }

  #cut(at: number, length: number): Span {
    this.#rest = this.#rest.slice(0, at) + READ.repeat(length) + this.#rest.slice(at + length);
    const text = this.#line.slice(at, at + length);
    return { at: at + text.length - text.trimStart().length, text: text.trim() };
  }
}
