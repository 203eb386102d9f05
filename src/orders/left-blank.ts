/** Fields in which a form sends an empty text where nothing was filled in (contract, section 2). */
const BLANK_IS_ABSENT = ['num', 'timeStart', 'timeEnd'] as const;

type Blankable = { readonly [Field in (typeof BLANK_IS_ABSENT)[number]]?: string | null | undefined };

/** A number is not given by blanks either: nobody could tell it from none. */
const isBlank = (field: string, text: string | null | undefined): boolean =>
  field === 'num' ? text?.trim() === '' : text === '';

/** The same fields, those left out that were left blank: nothing of them is checked, compared or kept. */
export function withoutBlanks<Fields extends Blankable>(sent: Fields): Fields {
  const blank = BLANK_IS_ABSENT.filter((field) => isBlank(field, sent[field]));
  if (blank.length === 0) return sent;
  const left = { ...sent };
  for (const field of blank) delete left[field];
  return left;
}
