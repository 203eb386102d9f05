/** Fields in which a form sends an empty text where nothing was filled in (contract, section 2). */
const BLANK_IS_ABSENT = ['timeStart', 'timeEnd'] as const;

type Blankable = { readonly [Field in (typeof BLANK_IS_ABSENT)[number]]?: string | null | undefined };

/** The same fields, those left out that a form left blank: nothing of them is checked, compared or kept. */
export function withoutBlanks<Fields extends Blankable>(sent: Fields): Fields {
  const blank = BLANK_IS_ABSENT.filter((field) => sent[field] === '');
  if (blank.length === 0) return sent;
  const left = { ...sent };
  for (const field of blank) delete left[field];
  return left;
}
