import { firstNameOf } from './first-names.ts';
import { END, type Scan, type Span, START } from './scan.ts';

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
const ORDINALS =
  'перв втор треть четв[её]рт пят шест седьм восьм девят десят одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат двадцат тридцат'.split(
    ' ',
  );
export const ORDINAL = `(?:(?:двадцать|тридцать)\\s+)?(?:${ORDINALS.join('|')})(?:ого|его|ое|е)`;
export function ordinalOf(text: string): number {
  const [last = '', tens = ''] = text.toLocaleLowerCase().split(/\s+/u).toReversed();
  const index = ORDINALS.findIndex((stem) => new RegExp(`^${stem}(?:о|е)`, 'u').test(last));
  const ten = tens === '' ? 0 : tens.startsWith('два') ? 20 : 30;
  return index < 0 ? Number.parseInt(text, 10) : ten + (index === 20 ? 30 : index + 1);
}

/** Words before an hour: "half five" means half past five. */
const PAST = '(?:half(?: past)?|(?:a )?quarter (?:past|to))';
const SPOKEN = new RegExp(
  `${START}(?:(?:(by|before|till|until|к|до)|after|since|at|после|в|с)\\s+(?:(${PAST})\\s+(?=\\d{1,2}|\\p{L}))?(${HOURS.join('|')}|(?<=${PAST}\\s+)\\d{1,2})|(${PAST})\\s+(${HOURS.join('|')}|\\d{1,2})|(noon)|(?:в\\s+)?пол(?:овин[аеу]\\s+|\\s*)(${ORDINAL}))(\\s+(?:o.clock|час(?:а|ов|ам)))?(?:\\s+(am|pm|утра|дня|вечера))?${END}`,
  'giu',
);

export interface SpokenHour {
  /** The hour, from 1 to 12. */
  readonly hour: string;
  /** The minutes after the hour, from -15 to 30. */
  readonly minutes: number;
  /** A word such as "pm" or "утра"; empty if there is none. */
  readonly half: string;
  readonly isEnd: boolean;
}

const indexIn = (lists: readonly string[], word: string): number =>
  lists.findIndex((list) => new RegExp(`^(?:${list})$`, 'iu').test(word));

/** Returns the minutes after an hour; negative before it: -15 for "quarter to". */
function minutesIn(words: string): number {
  if (words === '') return 0;
  if (!/quarter/iu.test(words)) return 30;
  return /to$/iu.test(words) ? -15 : 15;
}

/** True if the text after a number makes it a quantity instead of an hour: "до двух букетов" (up to two bouquets). */
function isCounting(behind: string): boolean {
  const [, word] = /^\s*(\p{Ll}+)/u.exec(behind) ?? [];
  return word !== undefined && firstNameOf(word) === undefined;
}

export function takeSpokenHour(scan: Scan): (Span & { value: SpokenHour }) | undefined {
  return scan.take(
    SPOKEN,
    (match) => {
      const [text, end, past, led, pastAlone, alone, noon, ordinal, clock, half = ''] = match;
      const isClear = (clock ?? noon ?? ordinal) !== undefined || half !== '' || /noon|пол[уд]/iu.test(led ?? '');
      if (!isClear && isCounting(match.input.slice(match.index + text.length))) return undefined;
      const minutes = minutesIn(past ?? pastAlone ?? (ordinal === undefined ? '' : 'half'));
      const said = led ?? alone ?? noon ?? '';
      const nth = /^\d/u.test(said) ? Number(said) - 1 : indexIn(HOURS, said);
      // "Полтретьего" is half past two.
      const index = ordinal === undefined ? nth : (ordinalOf(ordinal) + 10) % 12;
      if (index < 0 || index > 11) return undefined;
      return { hour: String(index + 1), minutes, half, isEnd: end !== undefined };
    },
    1,
  )[0];
}
