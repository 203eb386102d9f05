import { DAYS_AWAY, readTyped, stepDay } from '../../../../ui/typed-date.ts';
import { firstNameOf } from './first-names.ts';
import { NUMBER_WORD, NUMBERS } from './goods.ts';
import { ANY_GOODS, isGoodsWord, UNIT } from './goods-words.ts';
import { ORDINAL, ordinalOf, takeSpokenHour } from './hours-in-words.ts';
import { meantDay } from './misspelt.ts';
import { HAS_STREET, STREET } from './place.ts';
import { END, Scan, type Span, START } from './scan.ts';
import { CARRIER, takeWay, wayOf } from './ways.ts';

export interface Hours {
  /** HH:mm, or empty. */
  readonly timeStart: string;
  readonly timeEnd: string;
}

const DASH = '[-–—]';
const HALF = '(?:\\s*(am|pm|утра|дня|вечера))?';
const O_CLOCK = '(?:ish|\\s*(?:ч|час|часа|часов|часам|часу|h|o.clock)\\.?)?';
/** The minutes may follow a blank: "14 00". */
const HOUR = `(\\d{1,2})(?:(?:[:.]|\\s(?=00(?!\\d)))(\\d{2}))?${O_CLOCK}${HALF}`;
const flags = 'giu';

const RANGE = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/+-])(?:(?:from|between|с|со)\\s+)?${HOUR}\\s*(?:${DASH}|to|till|until|and|до)\\s*${HOUR}(?![\\p{L}\\p{N}:/]|[.,]\\d|\\s*${DASH}\\s*\\d|${UNIT})`,
  flags,
);
const FROM = new RegExp(`${START}(?:after|since|не раньше|после)\\s+${HOUR}${END}`, flags);
const TO = new RegExp(`${START}(?:by|before|till|until|не позже|к|до)\\s+${HOUR}${END}`, flags);
/** Matches a number that may be an hour: "в 10 Юрий". `atHour` excludes "с 5 розами" and "at 12 Lake Street". */
const AT = new RegExp(
  `${START}(?:at|ready(?: (?:at|by|for))?|about|around|from|в|около|примерно в|с|со|на)\\s+${HOUR}${END}(?![.:]\\d)`,
  flags,
);
const BARE = new RegExp(
  `(?<![\\p{L}\\p{N}.,/])(\\d{1,2}):(\\d{2})${HALF}${END}|${START}(\\d{1,2})(?:\\.(\\d{2}))?\\s*(am|pm|утра|вечера|o.clock|ish)${END}|(?<=\\ufffc\\s*)(\\d{1,2})\\s(00)${END}`,
  flags,
);

const pad = (number: number): string => String(number).padStart(2, '0');

/** The first hour that counts as morning without am or pm, because shops are closed before it. */
const FIRST_HOUR = 8;
const FIRST_WITH_MINUTES = 7;
const NOON = 12;

/** Returns the minutes after midnight; undefined if no clock shows such a time. */
function minutesOf(hours: string, minutes = '', half = '', first = FIRST_HOUR): number | undefined {
  let hour = Number(hours);
  const word = /clock|ish/iu.test(half) ? '' : half.toLowerCase();
  if (hour > 23 || Number(minutes) > 59) return undefined;
  // A small hour without minutes is in the evening: "at 7" is 19:00. With minutes, it is in the morning: "7:45".
  const isBare = word === '' && !hours.startsWith('0') && (minutes === '' || hour < FIRST_WITH_MINUTES);
  if (/^(?:pm|дня|вечера)$/u.test(word) ? hour < NOON : isBare && hour > 0 && hour < first) hour += NOON;
  else if (/^(?:am|утра)$/u.test(word) && hour === NOON) hour = 0;
  return hour * 60 + Number(minutes);
}

export const clock = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
const HALF_DAY = 720;

/** Matches "5-12", which may be a house and a flat. */
const IS_BARE = new RegExp(`^\\d+\\s*${DASH}\\s*\\d+$`, 'u');
const HAS_HALF = new RegExp(`(?<![\\p{L}\\p{N}.,/])\\d{1,2}(?:[:.]\\d{2})?\\s*(?:am|pm|утра|вечера)${END}`, 'iu');
/** Matches the words before a number, back to a comma, a line break or the previous number. */
const WORDS_BEFORE = /(^|[,;\n\d])([\p{L}'’.«»"“” -]*\p{L}\.?)\s+$/u;
/** Matches capitalized words at the end of a text. The text precedes a number, so these words may be a street. */
const CAPITAL_LAST = new RegExp(
  `(^|(?<lead>(?:to|на|по|ул\\.?|улиц[аеу]|${CARRIER})\\s+)|\\s)(?<street>(?:\\p{Lu}[\\p{L}'’.-]+\\s*){1,3})(?:${STREET}\\s*)?$`,
  'u',
);
const BEFORE_HOURS =
  /(?:^|\s)(?:pick|collect|самовывоз|забер|deliver\p{L}*$|courier$|доставк\p{L}*$|курьер\p{L}*$|time|время|час|утр|дн[её]м|вечер|обед|около|interval|интервал|slot|window|morning|afternoon|evening|about|at$|by$|between$|from$|with$|[вкс]$|на$|до$|после$)/iu;

/** Matches a street in small letters: "Доставка садовая 8-15", "на лесную 7-15". */
const SMALL_STREET = new RegExp(
  `(?:^|\\s)(?:(?:${CARRIER}|ул\\.?|улиц[аеу])\\s+(?:на\\s+)?\\p{Ll}{4,}|на\\s+\\p{Ll}+(?:[ую]ю|ой|[иоеё][нв]а))$`,
  'u',
);

/** True if a text ends here, or continues with a day. */
const endsHere = (text: string): boolean =>
  /^\s*(?:[,;\n]|$)/u.test(text) || takeDays(new Scan(text.trimStart()), '2000-01-01').some(({ at }) => at === 0);

/**
 * Matches a time such as "14:00" or "10-12". Does not match after a capitalized word, because the numbers may be an
 * address: "Lenina 5-12".
 */
const TIME_APART = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/+-]|\\p{Lu}[\\p{L}.]*\\s)\\d{1,2}(?::\\d{2}|\\s*${DASH}\\s*\\d{1,2}(?![\\p{L}\\p{N}./-]))`,
  'u',
);
const TIME_LED = new RegExp(`${FROM.source}|${TO.source}`, 'iu');
const ANY_PLACE = new RegExp(`\\p{Lu}[\\p{L}.'’-]*,?\\s\\d|${START}${STREET}${END}`, 'u');
/** Checks whether "Ленина 10-12" must be an address, not hours. @param rest the line without these words */
const needsPlace = (street: string, rest: string): boolean =>
  TIME_APART.test(rest) ||
  TIME_LED.test(rest) ||
  (/[а-я]/u.test(street) && wayOf(rest) === 'delivery' && !ANY_PLACE.test(rest));

/** True for a house and a flat, such as "Lenina 5-12". "Anna 12-14" is a client and hours. */
function isHouse({ 0: text, 1: from, 4: to, index, input }: RegExpExecArray): boolean {
  const [, start, words = ''] = WORDS_BEFORE.exec(input.slice(0, index)) ?? [];
  if (start === undefined || !IS_BARE.test(text) || BEFORE_HOURS.test(words)) return false;
  if (takeDays(new Scan(`${words} 1`), '2000-01-01').length > 0) return false;
  const behind = input.slice(index + text.length);
  const { street, lead } = CAPITAL_LAST.exec(words)?.groups ?? {};
  const isPerson = street?.split(' ').some((word) => firstNameOf(word) !== undefined);
  const isRussian = street !== undefined && /[а-я]/u.test(street);
  // In Russian, nobody writes hours as "10-2". So such numbers are a house and a flat.
  const isBackwards = isRussian && Number(to) <= Number(from);
  if (/\d/u.test(start)) return (lead !== undefined || isBackwards) && !isPerson;
  const isWholePart = endsHere(behind);
  if (isWholePart && SMALL_STREET.test(words)) return true;
  if (street === undefined) return HAS_HALF.test(input);
  if (isPerson) return false;
  const isEarly = isRussian && Number(from) < FIRST_HOUR;
  const isPlace = isBackwards || (isWholePart && (start !== '' || isEarly || needsPlace(street, behind)));
  return lead !== undefined || isPlace || HAS_HALF.test(input);
}

/**
 * Matches "5.12 till 12", where the first number is a day. Does not match "from 9.10 till 12" or "9.10 till 11.30",
 * where it is a time.
 */
const DAY_BEFORE_HOUR = /^(\d{1,2}\.\d{2})\s*(?:till|until|and|до)(?!\s*\d{1,2}\.\d)/iu;
const WEEK = 7;
const WEEK_MS = WEEK * 86_400_000;

/** Returns true if the first number of a range is a date and not a time: "5.12 till 12". */
function hasDay({ 0: text, index, input }: RegExpExecArray, today: string): boolean {
  const [, typed = ''] = DAY_BEFORE_HOUR.exec(text) ?? [];
  const date = readTyped('date', typed, today, { side: 'coming' }) || undefined;
  if (date === undefined) return false;
  if (Number.parseInt(typed, 10) < FIRST_HOUR) return true;
  const others = takeDays(new Scan(`${input.slice(0, index)};${input.slice(index + text.length)}`), today);
  // Any other day in the line must have the same day of the week as this date: "Saturday 5.12".
  return others.every(({ value }) => (Date.parse(value) - Date.parse(date)) % WEEK_MS === 0);
}

function rangeOf(match: RegExpExecArray, today: string): Hours | undefined {
  const [text, h1 = '', m1 = '', half1 = '', h2 = '', m2 = '', half2 = ''] = match;
  if (isHouse(match) || hasDay(match, today)) return undefined;
  const from = minutesOf(h1, m1, half1 || (Number(h1) <= Number(h2) ? half2 : ''), FIRST_HOUR - 1);
  let to = minutesOf(h2, m2, half2, 1);
  if (from === undefined || to === undefined) return undefined;
  if (to <= from && to + HALF_DAY > from && to < HALF_DAY) to += HALF_DAY;
  if (to < from && IS_BARE.test(text)) return undefined;
  return to === from ? undefined : { timeStart: clock(from), timeEnd: clock(to) };
}

/**
 * Matches the text before an hour if the hour begins a part of the line. For example, the hour may follow a comma or a
 * part already read, such as "tomorrow".
 */
const ENDS_PART = /(?:^|[,;\n\ufffc])\s*$/u;
/** Matches the word after a number that is not an hour: "at 12 Elm", "at 12 the Green" and "at 12 per stem". */
const NO_HOUR_BEFORE = /^(?:\p{Lu}|(?:an?|the|per)$)/u;

function atHour(match: RegExpExecArray): Hours | undefined {
  const [text, , minutes, half] = match;
  const behind = match.input.slice(match.index + text.length).trimStart();
  const [word] = /^\p{L}+/u.exec(behind) ?? [];
  if (word === undefined || minutes !== undefined || half !== undefined || firstNameOf(word) !== undefined)
    return oneHour('timeStart')(match);
  const isEnglish = /^(?:at|about|around)\s/iu.test(text);
  const mayBeLed = isEnglish
    ? !NO_HOUR_BEFORE.test(word) && !HAS_STREET.test(behind.replace(/[,;\n\ufffc].*/su, ''))
    : /^(?:в|около|примерно)\s/iu.test(text);
  const isLed = mayBeLed && !isGoodsWord(word) && ENDS_PART.test(match.input.slice(0, match.index));
  const isBeforeWay = takeWay(new Scan(behind)).some(({ at }) => at === 0);
  return isLed || isBeforeWay ? oneHour('timeStart')(match) : undefined;
}

const oneHour =
  (side: keyof Hours) =>
  ([, a = '', b = '', half = '', c = '', d = '', other = '', e = '', f = '']: RegExpExecArray): Hours | undefined => {
    const minutes = minutesOf(a || c || e, b || d || f, half || other);
    return minutes === undefined ? undefined : { timeStart: '', timeEnd: '', [side]: clock(minutes) };
  };

/**
 * Takes a range of hours. It must run before the days are read. Otherwise the hours "12.10-14.10" would be read as
 * dates.
 */
export const takeRange = (scan: Scan, today: string) => scan.take(RANGE, (match) => rangeOf(match, today), 1)[0];

/** Takes a single hour. It must run after the days are read. Otherwise it would not find the hour in "at 5 Friday". */
export function takeHour(scan: Scan): (Span & { value: Hours }) | undefined {
  for (const [pattern, read] of [
    [FROM, oneHour('timeStart')],
    [TO, oneHour('timeEnd')],
    [AT, atHour],
    [BARE, oneHour('timeStart')],
  ] as const) {
    const [found] = scan.take(pattern, read, 1);
    if (found !== undefined) return found;
  }
  const spoken = takeSpokenHour(scan);
  const hour = spoken && minutesOf(spoken.value.hour, '', spoken.value.half);
  if (spoken === undefined || hour === undefined) return undefined;
  const side = spoken.value.isEnd ? 'timeEnd' : 'timeStart';
  return { ...spoken, value: { timeStart: '', timeEnd: '', [side]: clock(hour + spoken.value.minutes) } };
}

export const takeDeadline = (scan: Scan) => scan.take(TO, oneHour('timeEnd'), 1)[0];

const LAST_HOUR = 22;
const LAST = /(?<![\p{L}\p{N}.,:/+-])(\d{1,2})(?:\.(00|15|30|45))?(?=\s*(?:[,;\n]|$))/gu;

/**
 * Takes a bare hour next to a day or a pickup, as in "today 18" and "pickup 18".
 * @param before the words for the day and the pickup; the hour must come directly after one of these
 */
export const takeLastHour = (scan: Scan, before: readonly Span[]) =>
  scan.take(
    LAST,
    (match) => {
      const [text, hour] = [match[0], Number(match[1])];
      const isLed = before.some((one) => one.at < match.index && scan.isBeside(one, { at: match.index, text }));
      return isLed && hour >= FIRST_HOUR && hour <= LAST_HOUR ? oneHour('timeStart')(match) : undefined;
    },
    1,
  )[0];

const BEFORE = `(?:${START}(?:on|for|by|на|в|во|к)\\s+)?`;
const MONTHS = [
  'jan|янв',
  'feb|фев',
  'mar|мар',
  'apr|апр',
  'may|ма[йя]',
  'jun|июн',
  'jul|июл',
  'aug|авг',
  'sep|сен',
  'oct|окт',
  'nov|ноя',
  'dec|дек',
];
const WEEKDAYS = [
  'mon|monday|пн|понедельник\\p{L}?',
  'tue|tues|tuesday|вт|вторник\\p{L}?',
  'wed|wednesday|ср|сред[ауыеу]',
  'thu|thur|thurs|thursday|чт|четверг\\p{L}?',
  'fri|friday|пт|пятниц[ауые]',
  'sat|saturday|сб|суббот[ауые]',
  'sun|sunday|вс|воскресень[еюя]',
];
const MONTH = `((?:${MONTHS.join('|')})\\p{L}*)\\.?`;

const RELATIVE = new RegExp(
  `${BEFORE}${START}(?:the\\s+)?(day after tomorrow|today|tonight|tomorrow|tmrw|tmr|послезавтра|сегодня|завтра)${END}`,
  flags,
);
const LATER = new RegExp(
  `${START}(?:in|через)\\s+(?:(\\d{1,2}|${NUMBER_WORD})\\s+(?:days?|день|дня|дней)|(?:an?\\s+|one\\s+)?(?:week|неделю)|(two|2|две)\\s+(?:weeks|недели))${END}`,
  flags,
);
const NUMERIC = new RegExp(
  `${BEFORE}(?<![\\p{L}\\p{N}.,:/+-])(\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:\\.\\d{1,2}(?:\\.(?:\\d{4}|\\d{2}))?|/\\d{1,2}/(?:\\d{4}|\\d{2})))(?!\\p{L}|\\d|[.,:/]\\d|${UNIT})`,
  flags,
);
const DAY_MONTH = new RegExp(
  `${BEFORE}${START}(\\d{1,2}(?:st|nd|rd|th|-?го|-?о?е)?|${ORDINAL})\\s+(?:of\\s+)?${MONTH}(?:,?\\s+(\\d{4}))?${END}(?!\\s+(?:street|st|road|rd|avenue|ave|lane|square)${END})`,
  flags,
);
const MONTH_DAY = new RegExp(
  `${BEFORE}${START}${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?${END}(?![.:]\\d)(?!${UNIT}|\\s+${ANY_GOODS}${END})`,
  flags,
);
const WEEKDAY = new RegExp(
  `${BEFORE}${START}((?:this|next|a week on|эт\\p{L}{1,2}|следующ\\p{L}{2})\\s+)?(${WEEKDAYS.join('|')})(\\s+week)?${END}`,
  flags,
);

function daysIn(days: string | undefined, twoWeeks: string | undefined): number {
  if (days === undefined) return twoWeeks === undefined ? WEEK : 2 * WEEK;
  return Number(NUMBERS[days.toLowerCase()] ?? days);
}

/** Matches a day without a month: "7 числа", "on the 7th". "The 5th floor" is not a date. */
const DAY_ONLY = new RegExp(
  `${BEFORE}${START}(?:(\\d{1,2}(?=-?го|\\s)|${ORDINAL}(?=\\s))(?:(?:-?го)?\\s+числа|-?го)${END}|(?<!['’]s\\s)(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)(?=\\s*(?:[,;\\n\\ufffc]|$|(?:at|by|from|between|after|before)\\s|\\d)))`,
  flags,
);

/** Returns the next date with this day of the month, YYYY-MM-DD. */
function ofDay(day: string, today: string): string | undefined {
  const [, month = '', now = ''] = today.split('-');
  const number = ordinalOf(day);
  if (number > 31) return undefined;
  const next = number < Number(now) ? (Number(month) % MONTHS.length) + 1 : Number(month);
  return readTyped('date', `${number}.${next}`, today, { side: 'coming' }) ?? '';
}

/** Matches numbers such as "31.11". They look like a day, so they never count as a quantity. */
const LIKE_DAY = /^(?:0?[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])$/u;
const SLASHED = new RegExp(`${BEFORE}(?<![\\p{L}\\p{N}.,:/+-])(\\d{1,2}/\\d{1,2})(?!\\p{L}|\\d|[.,:/]\\d)`, flags);
/** "Садовая, 12/3", "д. 12/3", "12/3 Oak Street" and "12/3 кв 8" are houses, not dates. "Emma 12/3" is a date. */
const AFTER_STREET =
  /(?:(?:адрес\p{L}*|address|ул|улица|пр|street|st)[.:]?\s[^,\ufffc]*|(?<!\p{L})(?:д|дом|house)\.?),?\s*$/iu;
const AFTER_CAPITAL = /(\p{Lu}[\p{L}'’-]*)\.?,?\s*$/u;
const BEFORE_STREET =
  /^(?:\s*(\p{Lu}\p{L}*)|,?\s*(?:кв|квартира|под|подъезд|эт|этаж|оф|офис|apt|flat|floor|entrance|office)(?![\p{L}]))/u;
/** Days from today. Orders for a date before `NEAR` are usual, and orders for a date after `FAR` are unlikely. */
const [NEAR, FAR] = [60, 120];
function ofSlashed({ 0: text, 1: day = '', index, input }: RegExpExecArray, today: string): string | undefined {
  const [ahead, behind] = [input.slice(0, index), input.slice(index + text.length)];
  const [, capital] = AFTER_CAPITAL.exec(ahead) ?? [];
  const isAfterPlace = capital !== undefined && firstNameOf(capital) === undefined;
  const [isBefore, word = ''] = BEFORE_STREET.exec(behind) ?? [];
  const isBeforePlace = isBefore !== undefined && firstNameOf(word) === undefined;
  if (AFTER_STREET.test(ahead) || isAfterPlace || isBeforePlace) return undefined;
  const [own, swapped] = [day, day.split('/').toReversed().join('/')].map((one) =>
    readTyped('date', one, today, { side: 'coming' }),
  );
  // In English, "12/5" may mean May 12 or December 5. In November it means December 5, because nobody orders half a
  // year ahead.
  const isSwapped =
    !/\p{Script=Cyrillic}/u.test(input) &&
    swapped &&
    swapped < stepDay(today, NEAR) &&
    (!own || own > stepDay(today, FAR));
  return (isSwapped ? swapped : own) || undefined;
}

const nth = (lists: readonly string[], word: string, open: boolean): number =>
  lists.findIndex((list) => new RegExp(`^(?:${list})${open ? '' : '$'}`, 'iu').test(word));

/** A word that merely begins like a month, such as "mart" or "майонез", is not a month. */
const NAMES_OF_MONTHS =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|янв(?:ар[ьяе])?|фев(?:р(?:ал[ьяе])?)?|мар(?:та?|те)?|апр(?:ел[ьяе])?|ма[йяе]|июн[ьяе]?|июл[ьяе]?|авг(?:уста?|усте)?|сен(?:т(?:ябр[ьяе])?)?|окт(?:ябр[ьяе])?|ноя(?:б(?:р[ьяе])?)?|дек(?:абр[ьяе])?)$/iu;

function ofMonth(day: string, month: string, year: string | undefined, today: string): string | undefined {
  if (!NAMES_OF_MONTHS.test(month)) return undefined;
  const number = nth(MONTHS, month, true) + 1;
  return (
    readTyped('date', `${ordinalOf(day)}.${number}${year === undefined ? '' : `.${year}`}`, today, {
      side: 'coming',
    }) ?? ''
  );
}

/** Matches the word for a street right before a date: "улица 8 Марта". The date is then the name of the street. */
const NAMED_STREET = /(?<!\p{L})ул(?:\.|иц[аеу])?\s*(?:\d{1,2}\s+)?$/iu;

/** @param places the numbers of the capture groups for the day and the month */
function dayOf(match: RegExpExecArray, [day, month]: readonly [number, number], today: string): string | undefined {
  const isStreet = NAMED_STREET.test(match.input.slice(0, match.index));
  return isStreet ? undefined : ofMonth(match[day] ?? '', match[month] ?? '', match[3], today);
}

/** Returns the next date of a weekday after today. @param isWeekAfter true for "Saturday week", a week later */
function ofWeekday(next: string, word: string, today: string, isWeekAfter: boolean): string {
  const now = (new Date(`${today}T00:00:00Z`).getUTCDay() + WEEK - 1) % WEEK;
  const ahead = (nth(WEEKDAYS, word, false) - now + WEEK) % WEEK;
  const away = ahead === 0 ? WEEK : ahead;
  // "Next Friday", said on a Monday, is not the Friday of this week.
  const isNext = /^(?:next|сл)/iu.test(next) && now + away < WEEK;
  return stepDay(today, isNext || isWeekAfter || /^a /iu.test(next) ? away + WEEK : away);
}

const TYPED = new RegExp(`${BEFORE}${START}(\\p{L}{5,12})${END}`, flags);
function ofMistyped(word: string, today: string): string | undefined {
  const meant = firstNameOf(word) === undefined ? meantDay(word) : undefined;
  return meant === undefined ? undefined : takeDays(new Scan(meant), today)[0]?.value;
}

/** Matches a day that is denied: "Не завтра, а в среду" means Wednesday alone. */
const DENIED = new RegExp(`${START}(?:не|not)\\s+([^,;\\n\\ufffc]{2,30}?),?\\s+(?:а|but)\\s`, flags);

/**
 * Takes the days in the line, and returns each day as YYYY-MM-DD. In the result, a date in digits precedes a day of the
 * week. For a date that does not exist, such as "31 Feb", the value is empty.
 */
export function takeDays(scan: Scan, today: string): (Span & { value: string })[] {
  const readers: readonly (readonly [RegExp, (match: RegExpExecArray) => string | undefined])[] = [
    [DAY_MONTH, (match) => dayOf(match, [1, 2], today)],
    [MONTH_DAY, (match) => dayOf(match, [2, 1], today)],
    [
      NUMERIC,
      ([, day = '']) => readTyped('date', day, today, { side: 'coming' }) || (LIKE_DAY.test(day) ? '' : undefined),
    ],
    [DAY_ONLY, ([, a, b = '']) => ofDay(a ?? b, today)],
    [RELATIVE, ([, word = '']) => stepDay(today, DAYS_AWAY.get(word.toLowerCase()) ?? 0)],
    [LATER, ([, days, two]) => stepDay(today, daysIn(days, two))],
    [WEEKDAY, ([, next = '', word = '', week]) => ofWeekday(next, word, today, week !== undefined)],
    [TYPED, ([, word = '']) => ofMistyped(word, today)],
  ];
  scan.take(DENIED, ([, said = '']) => takeDays(new Scan(said), today).some(({ text }) => text === said) || undefined);
  const days = readers.flatMap(([pattern, read]) => scan.take(pattern, read, 1));
  return days.length > 0 ? days : scan.take(SLASHED, (match) => ofSlashed(match, today), 1);
}
