import { END, type Scan, type Span, START } from './scan.ts';

/** Items with quantity and price as people say them, in English and Russian. */

export interface Good {
  readonly name: string;
  readonly quantity: string;
  /** Roubles for one piece; empty if the line has no price. */
  readonly price: string;
}

/** The most items that the line may contain, as nobody lists more on the phone. */
const MOST_ITEMS = 20;
const MOST_NAME = 120;
const NUMBER = '(\\d{1,6}(?:[.,]\\d{1,3})?)';
const AMOUNT = '(\\d{1,9}(?:[ \\u00a0]\\d{3})*(?:[.,]\\d{1,2})?)';
const ROUBLES = '(?:₽|руб(?:\\.|л(?:ей|я|ь))?|р\\.?|rub|roubles?)';
const TIMES = '[xх×*]';
const PIECES = `(?:шт(?:\\.|ук[аи]?)?|pcs\\.?|pieces?|pc\\.?)${END}\\.?`;
const WEIGHTS = `(?:кг|kg|гр|g|м|m)${END}\\.?`;
const flags = 'giu';

const PRICE = new RegExp(
  `(?:${START}(?:по|at)\\s+|@\\s*)${AMOUNT}\\s*${ROUBLES}?(?:\\s*(?:each|за штуку|за шт\\.?|шт\\.?))?(?![\\p{L}\\p{N}:]|[.,]\\d)|${START}${AMOUNT}\\s*${ROUBLES}${END}(?:\\s*(?:each|за штуку))?|₽\\s*${AMOUNT}`,
  flags,
);
/** Above this number, "at 120" cannot be an hour and is a price. */
const MOST_HOUR = 24;

const plain = (number: string): string => number.replaceAll(/[ \u00a0]/gu, '').replace(',', '.');

type Price = Span & { value: string };

export function takePrices(scan: Scan): Price[] {
  return scan.take(PRICE, ([text, said = '', marked = '', sign = '']) => {
    const isHour = /^at\s/iu.test(text) && Number(plain(said)) <= MOST_HOUR && !/each|₽|р/iu.test(text);
    return isHour ? undefined : plain(said || marked || sign);
  });
}

const NUMBERS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'one один одна одно одну',
    'two два две',
    'three три',
    'four четыре',
    'five пять',
    'six шесть',
    'seven семь',
    'eight восемь',
    'nine девять',
    'ten десять',
  ].flatMap((words, at) => words.split(' ').map((word) => [word, String(at + 1)])),
);
const SAID = `(${Object.keys(NUMBERS).join('|')})`;

/** The quantity before the name: "25 tulips", "2x box", "25 шт тюльпанов", "две розы". */
const BEFORE = new RegExp(
  `^(?:${NUMBER}\\s*(?:${TIMES}(?=[\\s\\p{L}])|${PIECES})?|${TIMES}\\s*${NUMBER}(?!\\p{L})|${SAID}${END})\\s*(?=[\\p{L}"«“])(.+)$`,
  'isu',
);
/** The quantity after the name: "tulips 25", "тюльпаны 25 шт", "box x2". */
const AFTER = new RegExp(
  `^(.*[\\p{L}"»”)].*?)\\s*(?:${START}${TIMES}\\s*${NUMBER}|\\s${NUMBER}\\s*(?:${TIMES}|${PIECES}|${WEIGHTS})?|(?<!\\d)\\s*[-–—:]\\s*${NUMBER}\\s*(?:${PIECES})?)$`,
  'isu',
);
/** Separates two items within a piece of the line. */
const AND = new RegExp(`\\s+(?:and|plus|и|плюс|[+&])\\s+(?=\\d|${TIMES}\\s*\\d|${SAID}${END})`, 'giu');
/** Words before an item that do not belong to its name. */
const LEADING = /^(?:and|plus|with|и|плюс|с|ещё|еще|[+&-])\s+/iu;

const nameOf = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ').slice(0, MOST_NAME);

/** The item in a piece of the line; undefined if the quantity is missing or 0. */
function goodOf(text: string): Omit<Good, 'price'> | undefined {
  const said = text.replace(LEADING, '');
  const before = BEFORE.exec(said);
  const after = before === null ? AFTER.exec(said) : null;
  const [, n1, n2, word, tail] = before ?? [];
  const [, head, m1, m2, m3] = after ?? [];
  const quantity = plain(
    n1 ?? n2 ?? (word === undefined ? undefined : NUMBERS[word.toLowerCase()]) ?? m1 ?? m2 ?? m3 ?? '',
  );
  const name = nameOf(tail ?? head ?? '');
  return name === '' || !(Number(quantity) > 0) ? undefined : { name, quantity };
}

/** The last number of "15 roses 2990" may be a sum or the end of a phone. It belongs to no name. */
const LAST_NUMBER = /(?<![\s№#])\s+\d{3,}(?:[.,]\d{1,2})?$/u;
const COUNTED = new RegExp(`\\d.*\\p{L}|^${SAID}${END}`, 'isu');
function withoutLastNumber(text: string): string {
  const head = text.replace(LAST_NUMBER, '');
  return COUNTED.test(head) ? head : text;
}

/** The name that begins "Olga 11 roses red". */
const CLIENT = /^(?:\p{Lu}[\p{L}'’-]+\s+){1,3}(?=\d{1,4}\s+\p{Ll})/u;

export type FoundGood = Span & { value: Good };

/**
 * The items of the line; a price belongs to the item before it, or to the first one.
 *
 * @param mayName true if the line may begin with the client's name
 */
export function takeGoods(scan: Scan, prices: readonly Price[], mayName: boolean): FoundGood[] {
  const found: (Span & { value: Omit<Good, 'price'> })[] = [];
  for (const piece of scan.pieces()) {
    let at = 0;
    for (const one of piece.text.split(AND).filter((text) => text !== undefined)) {
      const counted = withoutLastNumber(one);
      const isNamed = mayName && at === 0 && scan.isFirst(piece) && goodOf(counted) === undefined;
      const part = isNamed ? counted.replace(CLIENT, '') : counted;
      const start = piece.text.indexOf(part, at);
      at = start + part.length;
      const value = goodOf(part);
      if (value === undefined || found.length === MOST_ITEMS) continue;
      found.push({ ...scan.drop({ at: piece.at + start, text: part }), value });
    }
  }
  const priceOf = new Map<Span, string>();
  for (const price of prices) {
    const item = found.findLast(({ at }) => at < price.at) ?? found[0];
    if (item !== undefined) priceOf.set(item, price.value);
  }
  return found.map((item) => ({ ...item, value: { ...item.value, price: priceOf.get(item) ?? '' } }));
}
