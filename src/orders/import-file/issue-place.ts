import type { Issue } from '../../base/index.ts';
import type { Mapping } from '../../imports/index.ts';
import { FIELDS_OF_FILE, type Field } from './columns.ts';

const BY_PATH = new Map(FIELDS_OF_FILE.map(({ field, path }) => [path, field]));
/** An item, or the one payment of a row. */
const NUMBERED = /^(products|payments)\.(\d+)\./;

/** The line and the column of what the checks of an order name; -1 for a column that the file has not. */
export function placeOf({ path }: Issue, lines: readonly number[], mapping: Mapping<Field>): readonly [number, number] {
  const [, , nth = 0] = NUMBERED.exec(path) ?? [];
  const field = BY_PATH.get(path.replace(NUMBERED, '$1.'));
  return [lines[Number(nth)] ?? lines[0] ?? 0, field === undefined ? -1 : mapping.indexOf(field)];
}
