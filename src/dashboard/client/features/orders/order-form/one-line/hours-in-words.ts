import { END, type Scan, type Span, START } from './scan.ts';

/** Hours in words, such as "к двум часам", "at noon" and "half past two". */

/** The words for the hours from 1 to 12. */
const HOURS = [
  'one|час[уа]?',
  'two|два|двух|двум',
  'three|три|тр[её]х|тр[её]м',
  'four|четыре|четыр[её]х|четыр[её]м',
  'five|пят[ьи]',
  'six|шест[ьи]',
  'seven|сем[ьи]',
  'eight|восемь|восьми',
  'nine|девят[ьи]',
  'ten|десят[ьи]',
  'eleven|одиннадцат[ьи]',
  'twelve|двенадцат[ьи]|noon|полдень|полудн[яю]',
];
/** "Полтретьего" is half past two. */
const HALVES =
  'первого|второго|третьего|четв[её]ртого|пятого|шестого|седьмого|восьмого|девятого|десятого|одиннадцатого|двенадцатого';

const SPOKEN = new RegExp(
  `${START}(?:(?:(by|before|till|until|к|до)|after|since|at|после|в|с)\\s+(?:(half past)\\s+(?=\\d{1,2}|\\p{L}))?(${HOURS.join('|')}|(?<=half past\\s+)\\d{1,2})|(half past)\\s+(${HOURS.join('|')}|\\d{1,2})|(noon)|(?:в\\s+)?пол(?:овин[аеу]\\s+|\\s*)(${HALVES}))(?:\\s+(?:o.clock|час(?:а|ов|ам)))?(?:\\s+(am|pm|утра|дня|вечера))?${END}(?!\\s*\\p{L})`,
  'giu',
);

export interface SpokenHour {
  /** From 1 to 12. */
  readonly hour: string;
  /** 0 or 30. */
  readonly minutes: number;
  /** A word such as "pm" and "утра", or empty. */
  readonly half: string;
  readonly isEnd: boolean;
}

const indexIn = (lists: readonly string[], word: string): number =>
  lists.findIndex((list) => new RegExp(`^(?:${list})$`, 'iu').test(word));

/** Takes the first hour in words. A word behind it may be the thing that it counts: "до двух букетов". */
export function takeSpokenHour(scan: Scan): (Span & { value: SpokenHour }) | undefined {
  return scan.take(
    SPOKEN,
    ([, end, past, led, pastAlone, alone, noon, ordinal, half = '']) => {
      const isHalf = (past ?? pastAlone ?? ordinal) !== undefined;
      const said = led ?? alone ?? noon ?? '';
      const nth = /^\d/u.test(said) ? Number(said) - 1 : indexIn(HOURS, said);
      const index = ordinal === undefined ? nth : (indexIn(HALVES.split('|'), ordinal) + 11) % 12;
      if (index < 0 || index > 11) return undefined;
      return { hour: String(index + 1), minutes: isHalf ? 30 : 0, half, isEnd: end !== undefined };
    },
    1,
  )[0];
}
