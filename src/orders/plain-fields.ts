import type { Issue } from '../base/index.ts';
import { checkShortText, checkTime } from './checks.ts';

/**
 * The fields of an order that are one text each, stored in the column of the same name. Each has its check and its
 * value when empty.
 */
const PLAIN = {
  platform: { check: checkShortText, none: '' },
  timeStart: { check: checkTime, none: null },
  timeEnd: { check: checkTime, none: null },
} as const;

type PlainField = keyof typeof PLAIN;

/** The fields as sent. An absent field is left unchanged; null clears a field. */
export type PlainInput = { readonly [Field in PlainField]?: string | null | undefined };
type PlainColumns = { [Field in PlainField]: string | (typeof PLAIN)[Field]['none'] };

export const PLAIN_FIELDS = Object.keys(PLAIN) as readonly PlainField[];

function columnsOf(sent: PlainInput): PlainColumns {
  const columns: Partial<Record<PlainField, string | null>> = {};
  for (const field of PLAIN_FIELDS) columns[field] = sent[field] ?? PLAIN[field].none;
  return columns as PlainColumns;
}

/** The columns of an order with none of these fields. */
export const NO_PLAIN_FIELDS = columnsOf({});

/** @param path the object that contains the fields, with a trailing dot; empty for the body itself */
export function checkPlainFields(path: string, sent: PlainInput, issues: Issue[]): PlainColumns {
  for (const field of PLAIN_FIELDS) PLAIN[field].check(`${path}${field}`, sent[field], issues);
  return columnsOf(sent);
}

/** Checks the fields that were sent, and returns their columns. */
export function checkSentFields(path: string, sent: PlainInput, issues: Issue[]): Partial<PlainColumns> {
  const columns: Partial<PlainColumns> = checkPlainFields(path, sent, issues);
  for (const field of PLAIN_FIELDS) if (sent[field] === undefined) delete columns[field];
  return columns;
}

/** Fields that a form sends as an empty text if they were not filled in (contract, section 2). */
const BLANK_IS_ABSENT = ['num', ...PLAIN_FIELDS.filter((field) => PLAIN[field].none === null)] as const;

type Blankable = { readonly [Field in (typeof BLANK_IS_ABSENT)[number]]?: string | null | undefined };

/** True for a blank field. A `num` of only blanks counts as absent, because it looks like a missing number. */
const isBlank = (field: string, text: string | null | undefined): boolean =>
  field === 'num' ? text?.trim() === '' : text === '';

/** Drops fields that were left blank, so they are not checked, compared or stored. */
export function withoutBlanks<Fields extends Blankable>(sent: Fields): Fields {
  const blank = BLANK_IS_ABSENT.filter((field) => isBlank(field, sent[field]));
  if (blank.length === 0) return sent;
  const left = { ...sent };
  for (const field of blank) delete left[field];
  return left;
}
