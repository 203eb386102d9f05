import { charCount } from './json.ts';

/** The place of a fault in JSON or UTF-8, as an editor counts: lines and characters from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds where a text stops being JSON: the first wrong character, or the end of an incomplete text. A stranger wrote
 * the text, so it is read in one pass without recursion. Deep nesting cannot overflow the stack.
 */
export function placeOfFault(text: string): Place {
  const at = faultAt(text) ?? text.length;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return { line: countBreaks(text, start) + 1, column: charCount(text.slice(start, at)) + 1 };
}

function countBreaks(text: string, end: number): number {
  let breaks = 0;
  for (let at = 0; at < end; at += 1) if (text.charCodeAt(at) === BREAK) breaks += 1;
  return breaks;
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const UNICODE_ESCAPE = /\\u[\dA-Fa-f]{4}/y;
const [BREAK, SPACE_CODE, QUOTE, BACKSLASH] = [0x0a, 0x20, 0x22, 0x5c];
const ESCAPED: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((char) => char.charCodeAt(0)));
const WORDS = ['true', 'false', 'null'];

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

interface Scan {
  readonly text: string;
  at: number;
  awaited: StepName;
  readonly open: string[];
}
type StepName = keyof typeof STEPS;

/** Each step moves the scan past the token that it reads. At a fault it leaves the scan there and returns false. */
const STEPS = {
  value: takeValue,
  valueOrEnd: (scan: Scan, char: string): boolean => (char === ']' ? close(scan, char) : takeValue(scan, char)),
  name: takeName,
  nameOrEnd: (scan: Scan, char: string): boolean => (char === '}' ? close(scan, char) : takeName(scan, char)),
  colon: (scan: Scan, char: string): boolean => char === ':' && goOn(scan, scan.at + 1, 'value'),
  afterValue(scan: Scan, char: string): boolean {
    const inside = scan.open.at(-1);
    if (char !== ',' || inside === undefined) return close(scan, char);
    return goOn(scan, scan.at + 1, inside === '{' ? 'name' : 'value');
  },
};

export function faultAt(text: string): number | undefined {
  const scan: Scan = { text, at: 0, awaited: 'value', open: [] };
  for (;;) {
    scan.at = endOf(SPACE, text, scan.at) ?? scan.at;
    const char = text[scan.at];
    if (char === undefined) return scan.awaited === 'afterValue' && scan.open.length === 0 ? undefined : scan.at;
    if (!STEPS[scan.awaited](scan, char)) return scan.at;
  }
}

function goOn(scan: Scan, at: number, awaited: StepName): true {
  scan.at = at;
  scan.awaited = awaited;
  return true;
}

function close(scan: Scan, char: string): boolean {
  const inside = scan.open.at(-1);
  if (inside === undefined || char !== (inside === '{' ? '}' : ']')) return false;
  scan.open.pop();
  return goOn(scan, scan.at + 1, 'afterValue');
}

function takeName(scan: Scan, char: string): boolean {
  return char === '"' && take(scan, readText(scan.text, scan.at), 'colon');
}

function takeValue(scan: Scan, char: string): boolean {
  if (char === '"') return take(scan, readText(scan.text, scan.at), 'afterValue');
  if (char !== '{' && char !== '[') return take(scan, readWord(scan.text, scan.at), 'afterValue');
  scan.open.push(char);
  return goOn(scan, scan.at + 1, char === '{' ? 'nameOrEnd' : 'valueOrEnd');
}

function take(scan: Scan, { end, isWhole }: ReadPart, awaited: StepName): boolean {
  goOn(scan, end, awaited);
  return isWhole;
}

interface ReadPart {
  /** The position after the part that was read. If the part is wrong, it is the position of the fault. */
  readonly end: number;
  readonly isWhole: boolean;
}

function readText(text: string, quote: number): ReadPart {
  // Checks one character code at a time, because a body may be full of escapes. Matching the text between each two
  // escapes with a regular expression would take 50 ms.
  for (let at = quote + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return { end: at + 1, isWhole: true };
    if (code < SPACE_CODE) return { end: at, isWhole: false };
    if (code !== BACKSLASH) continue;
    const isShort = ESCAPED.has(text.charCodeAt(at + 1));
    if (!isShort && endOf(UNICODE_ESCAPE, text, at) === undefined) return { end: at, isWhole: false };
    at += isShort ? 1 : 5;
  }
  return { end: text.length, isWhole: false };
}

function readWord(text: string, at: number): ReadPart {
  const number = endOf(NUMBER, text, at);
  if (number !== undefined) return { end: number, isWhole: true };
  const word = WORDS.find((one) => one[0] === text[at]) ?? '';
  let end = at;
  while (end - at < word.length && text[end] === word[end - at]) end += 1;
  return { end, isWhole: word !== '' && end - at === word.length };
}

export function placeOfBadByte(bytes: Uint8Array): Place {
  const at = badByteAt(bytes) ?? bytes.length;
  let [line, start] = [1, 0];
  for (let passed = 0; passed < at; passed += 1) {
    if (bytes[passed] !== BREAK) continue;
    line += 1;
    start = passed + 1;
  }
  return { line, column: charCount(new TextDecoder().decode(bytes.subarray(start, at))) + 1 };
}

/**
 * Returns the number of bytes after a character's first byte, and the bounds of the second one (Unicode, table 3-7).
 */
function following(first: number): readonly [count: number, least: number, most: number] | undefined {
  if (first >= 0xc2 && first <= 0xdf) return [1, 0x80, 0xbf];
  if (first >= 0xe0 && first <= 0xef) return [2, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf];
  if (first >= 0xf0 && first <= 0xf4) return [3, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf];
  return undefined;
}

export function badByteAt(bytes: Uint8Array): number | undefined {
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    const [count, least, most] = following(first) ?? [0, 0, 0];
    const second = bytes[at + 1] ?? 0;
    if (count === 0 || second < least || second > most) return at;
    for (let more = 2; more <= count; more += 1) if (((bytes[at + more] ?? 0) & 0xc0) !== 0x80) return at;
    at += count;
  }
  return undefined;
}
