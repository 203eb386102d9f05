import { type Issue, type Language, phoneKey, plainText } from '../base/index.ts';
import {
  addIssue,
  CLIENT_HEADINGS,
  type Columns,
  isFault,
  type Mapping,
  type ProblemCode,
  type Problems,
  type Reading,
  type Row,
  readDay,
  readPhone,
} from '../imports/index.ts';
import { emailKey, ofPhone } from '../storage/index.ts';
import { ADDRESSES_AT_MOST, checkPatch, DATES_AT_MOST, isDay } from './change-client.ts';
import { type ClientDate, dateText } from './kept.ts';

/** A client as a file describes it; an empty text is ignored. */
export interface ClientRow {
  /** The line in the file, counted from 1. */
  readonly line: number;
  /** The normalized phone. `email` is normalized as well. */
  readonly phone: string;
  readonly email: string;
  readonly name: string;
  readonly note: string;
  readonly addresses: readonly string[];
  readonly dates: readonly ClientDate[];
}

const HEADINGS = {
  name: CLIENT_HEADINGS.name,
  phone: CLIENT_HEADINGS.phone,
  email: CLIENT_HEADINGS.email,
  address: CLIENT_HEADINGS.address,
  note: ['note', 'notes', 'заметка', 'заметки', ...CLIENT_HEADINGS.comment],
  dates: ['dates to remember', 'dates', 'памятные даты', 'даты'],
  birthday: ['birthday', 'birth date', 'date of birth', 'день рождения', 'дата рождения', 'др'],
} as const;
export type ClientField = keyof typeof HEADINGS;

export const CLIENT_COLUMNS = {
  headings: HEADINGS,
  needed: [['phone', 'email']],
  maxRows: 50_000,
} as const satisfies Columns<ClientField>;

const BIRTHDAY: Readonly<Record<Language, string>> = { en: 'Birthday', ru: 'День рождения' };
/** Matches one text of a cell. Semicolons and line breaks separate texts, but not a semicolon after a backslash. */
const PART = /(?:\\[\\;]|[^;\n])+/g;
const BETWEEN_PHONES = /[,;/|\n]/;
const LEAST_DIGITS = 7;
const DAY_FIRST = /^(?:(\d\d)-(\d\d)|(\d{1,2})\.(\d{1,2}))(?![\d.-])\s*(.*)$/s;

const partsOf = (text: string): string[] =>
  (text.match(PART) ?? []).map((part) => part.trim().replaceAll(/\\([\\;])/g, '$1')).filter((part) => part !== '');

/** Joins several texts into one cell, which an import can split again. */
export const joinParts = (parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll(/[\\;]/g, '\\$&')).join('; ');

/**
 * Reads `03-08 Birthday`, `08.03 Birthday`, `8.3.1990` or `1990-03-08 Birthday`.
 * @returns undefined for anything else
 */
function readDate(text: string, title: string): ClientDate | undefined {
  const [, month, day, dayFirst = '', second = '', rest] = DAY_FIRST.exec(text) ?? [];
  const short = month === undefined ? `${second.padStart(2, '0')}-${dayFirst.padStart(2, '0')}` : `${month}-${day}`;
  if (rest !== undefined) return isDay(short) ? { day: short, title: rest || title } : undefined;
  const [whole = '', ...words] = text.split(/\s+/);
  const read = readDay(whole);
  return isFault(read) ? undefined : { day: String(read).slice('YYYY-'.length), title: words.join(' ') || title };
}

interface ReadCell {
  readonly text: (field: ClientField) => string;
  readonly drop: (field: ClientField, code: ProblemCode, value: string) => void;
}

function hasSecond(written: string): boolean {
  const end = written.search(BETWEEN_PHONES);
  return end >= 0 && written.slice(end).replaceAll(/\D/g, '').length >= LEAST_DIGITS;
}

function phoneOf({ text, drop }: ReadCell): string {
  const written = text('phone');
  const key = phoneKey(written);
  if (written !== '' && key === undefined) drop('phone', 'bad_phone', written);
  if (key !== undefined && hasSecond(written)) drop('phone', 'second_phone', written);
  return key ?? '';
}

function emailOf({ text, drop }: ReadCell): string {
  const written = text('email');
  const key = emailKey(written);
  if (written !== '' && key === undefined) drop('email', 'bad_email', written);
  return key ?? '';
}

function datesOf({ text, drop }: ReadCell, language: Language): ClientDate[] {
  const read = (field: 'dates' | 'birthday', title: string) =>
    partsOf(text(field)).flatMap((part) => {
      const date = readDate(part, title);
      if (date === undefined || date.title === '') drop(field, 'bad_day', part);
      return date === undefined || date.title === '' ? [] : [date];
    });
  return [...read('dates', ''), ...read('birthday', BIRTHDAY[language])];
}

/** @returns a function that reads a row; it returns undefined for a row that is skipped or wrong */
export function createRowReader({ mapping, problems, dropped }: Reading<ClientField>, language: Language) {
  return ({ line, cells }: Row): ClientRow | undefined => {
    const before = problems.count();
    const columnOf = (field: ClientField): number => mapping.indexOf(field);
    const text = (field: ClientField): string => plainText((cells[columnOf(field)] ?? '').trim());
    const cell: ReadCell = { text, drop: (field, code, value) => dropped.add(line, columnOf(field), code, value) };
    const exact = readPhone(text('phone'));
    if (isFault(exact)) {
      problems.add(line, columnOf('phone'), exact.fault, text('phone'));
      return undefined;
    }
    const read = {
      line,
      phone: phoneOf(cell),
      email: emailOf(cell),
      name: text('name').replaceAll(/\s+/g, ' '),
      note: text('note'),
      addresses: partsOf(text('address')),
      dates: datesOf(cell, language),
    };
    const row = {
      ...read,
      addresses: read.addresses.slice(0, ADDRESSES_AT_MOST),
      dates: read.dates.slice(0, DATES_AT_MOST),
    };
    if (row.phone === '' && row.email === '') {
      dropped.add(line, null, 'no_contact', row.name);
      return undefined;
    }
    nameLeftOut(dropped, read, row);
    const issues: Issue[] = [];
    checkPatch({ ...row, addresses: row.addresses.join('\n') }, issues);
    for (const issue of issues)
      addIssue(problems, issue, line, columnOf(FIELD_OF[issue.path.split('.')[0] ?? ''] ?? 'name'));
    return problems.count() > before ? undefined : row;
  };
}

const FIELD_OF: Readonly<Record<string, ClientField>> = { note: 'note', dates: 'dates', addresses: 'address' };

/** Rebuilds the cells of a row from its fields. A file may have 50,000 rows, too many to keep their cells. */
export function cellsOf(row: ClientRow, mapping: Mapping<ClientField>): string[] {
  const dates = joinParts(row.dates.map(dateText));
  const lists = { address: joinParts(row.addresses), dates, birthday: mapping.includes('dates') ? '' : dates };
  const texts = { ...row, ...lists };
  return mapping.map((field) => (field === null ? '' : texts[field]));
}

/** Returns the client key that a row itself implies: its phone, or its e-mail if it has no phone. */
export const keyOfRow = ({ phone, email }: Pick<ClientRow, 'phone' | 'email'>): string =>
  phone === '' ? `e${email}` : ofPhone(phone);

/** Joins two rows of one client: the first takes precedence, and the second fills its empty fields. */
export function joinRows(first: ClientRow, second: ClientRow): ClientRow {
  const filled = (field: 'phone' | 'email' | 'name' | 'note') => first[field] || second[field];
  return {
    line: first.line,
    phone: filled('phone'),
    email: filled('email'),
    name: filled('name'),
    note: filled('note'),
    addresses: joinLists(first.addresses, second.addresses, ADDRESSES_AT_MOST),
    dates: joinLists(first.dates, second.dates, DATES_AT_MOST),
  };
}

const sameness = (one: unknown): string => JSON.stringify(one).toLowerCase();

/**
 * Returns the entries of the second list that the first list lacks, without repeats. Together with the first list, the
 * result has at most `most` entries.
 */
export function newIn<T>(first: readonly T[], second: readonly T[], most: number): T[] {
  const known = new Set(first.map(sameness));
  const added = second.filter((one) => {
    const isNew = !known.has(sameness(one));
    known.add(sameness(one));
    return isNew;
  });
  return added.slice(0, Math.max(most - first.length, 0));
}

export const joinLists = <T>(first: readonly T[], second: readonly T[], most: number): T[] => [
  ...first,
  ...newIn(first, second, most),
];

type Lists = Pick<ClientRow, 'addresses' | 'dates'>;

export function nameLeftOut(
  dropped: Problems,
  { line, addresses, dates }: Lists & Pick<ClientRow, 'line'>,
  full: Lists,
) {
  const has = new Set([...full.addresses, ...full.dates].map(sameness));
  const name = (one: unknown, text: string, most: number): void => {
    if (!has.has(sameness(one))) dropped.add(line, null, 'list_full', text, String(most));
  };
  for (const address of addresses) name(address, address, ADDRESSES_AT_MOST);
  for (const date of dates) name(date, dateText(date), DATES_AT_MOST);
}
