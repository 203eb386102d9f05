import { plainText } from '../base/index.ts';

export interface Columns<F extends string = string> {
  readonly headings: Readonly<Record<F, readonly string[]>>;
  /** Groups of fields. A file needs one field of each group. The first field names its group. */
  readonly needed: readonly (readonly F[])[];
  readonly maxRows: number;
}

/** The field of each column; null for a column that is not imported. */
export type Mapping<F extends string = string> = readonly (F | null)[];

export const MAX_COLUMNS = 100;

export const foldHeading = (heading: string): string =>
  plainText(heading)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s_]+/g, ' ')
    .replaceAll(/[.,:₽*()]/g, '')
    .trim();

/**
 * The unit in a heading: `Цена, руб.` or `Qty (pcs)`. With `\s*` at the start, the pattern would take quadratic time on
 * runs of spaces.
 */
const COUNTED_IN = / ?[,(] ?(?:шт|штук|pcs|руб|рублей|р|rub|₽)\.?\)? ?$/iu;
const withoutUnit = (heading: string): string => heading.replaceAll(/\s+/gu, ' ').replace(COUNTED_IN, '');

/** A cell of data: an e-mail address, or at least five digits, as in a phone number, a day or an amount. */
const VALUE = /@|(?:\d\D*){5}/s;

export const holdsValues = (cells: readonly string[]): boolean => cells.some((cell) => VALUE.test(cell));

const fieldsOf = <F extends string>({ headings }: Columns<F>): F[] => Object.keys(headings) as F[];

/** Finds the field of each column by its heading. If two columns have the same field, only the first one gets it. */
export function mapHeadings<F extends string>(columns: Columns<F>, headings: readonly string[]): Mapping<F> {
  const byHeading = new Map(
    fieldsOf(columns).flatMap((field) =>
      columns.headings[field].map((heading) => [foldHeading(heading), field] as const),
    ),
  );
  const taken = new Set<F>();
  return headings.map((heading) => {
    const field = byHeading.get(foldHeading(heading)) ?? byHeading.get(foldHeading(withoutUnit(heading)));
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** Parses a mapping as the page sends it: field names separated by commas. @returns undefined if it is invalid */
export function parseMapping<F extends string>(
  columns: Columns<F>,
  text: string,
  count: number,
): Mapping<F> | undefined {
  const names = text.split(',');
  const fields = names.map((name) => fieldsOf(columns).find((field) => field === name) ?? null);
  const chosen = fields.filter((field) => field !== null);
  const isRight =
    names.length === count &&
    names.every((name, at) => name === '' || fields[at] !== null) &&
    new Set(chosen).size === chosen.length;
  return isRight ? fields : undefined;
}

export const missingFields = <F extends string>({ needed }: Columns<F>, mapping: Mapping<F>): F[] =>
  needed.flatMap((group) => (group.some((field) => mapping.includes(field)) ? [] : group.slice(0, 1)));
