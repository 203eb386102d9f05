import type { Issue } from '../base/index.ts';
import { checkShortText, checkTime } from './checks.ts';

/** `none` is the stored value of an empty field. */
const PLAIN = {
  platform: { check: checkShortText, none: '' },
  timeStart: { check: checkTime, none: null },
  timeEnd: { check: checkTime, none: null },
} as const;

type PlainField = keyof typeof PLAIN;

/** The text fields of a request. An update leaves absent fields unchanged, and null clears a field. */
export type PlainInput = { readonly [Field in PlainField]?: string | null | undefined };
type PlainColumns = { [Field in PlainField]: string | (typeof PLAIN)[Field]['none'] };

export const PLAIN_FIELDS = Object.keys(PLAIN) as readonly PlainField[];

function columnsOf(sent: PlainInput): PlainColumns {
  const columns: Partial<Record<PlainField, string | null>> = {};
  for (const field of PLAIN_FIELDS) columns[field] = sent[field] ?? PLAIN[field].none;
  return columns as PlainColumns;
}

export const NO_PLAIN_FIELDS = columnsOf({});

/**
 * Checks the text fields of a request, and returns their columns.
 * @param path the object that contains the fields, with a trailing dot; empty for the body itself
 */
export function checkPlainFields(path: string, sent: PlainInput, issues: Issue[]): PlainColumns {
  for (const field of PLAIN_FIELDS) PLAIN[field].check(`${path}${field}`, sent[field], issues);
  return columnsOf(sent);
}

export function checkSentFields(path: string, sent: PlainInput, issues: Issue[]): Partial<PlainColumns> {
  const columns: Partial<PlainColumns> = checkPlainFields(path, sent, issues);
  for (const field of PLAIN_FIELDS) if (sent[field] === undefined) delete columns[field];
  return columns;
}

/** The fields that a form sends as an empty text when the user leaves them blank (contract, section 2). */
const BLANK_IS_ABSENT = ['num', ...PLAIN_FIELDS.filter((field) => PLAIN[field].none === null)] as const;

type Blankable = { readonly [Field in (typeof BLANK_IS_ABSENT)[number]]?: string | null | undefined };

/** A `num` of only spaces counts as blank, because it looks like a missing number. */
const isBlank = (field: string, text: string | null | undefined): boolean =>
  field === 'num' ? text?.trim() === '' : text === '';

export function withoutBlanks<Fields extends Blankable>(sent: Fields): Fields {
  const blank = BLANK_IS_ABSENT.filter((field) => isBlank(field, sent[field]));
  if (blank.length === 0) return sent;
  const left = { ...sent };
  for (const field of blank) delete left[field];
  return left;
}
