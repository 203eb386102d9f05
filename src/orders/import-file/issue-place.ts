import type { Issue } from '../../base/index.ts';
import type { Mapping } from '../../imports/index.ts';
import { FIELDS_OF_FILE, type Field } from './columns.ts';

const BY_PATH = new Map(FIELDS_OF_FILE.map(({ field, path }) => [path, field]));
const NUMBERED = /^(products|payments)\.(\d+)\./;

/** Returns the line and the column of an issue. The column is -1 if the file lacks it. */
export function placeOf({ path }: Issue, lines: readonly number[], mapping: Mapping<Field>): readonly [number, number] {
  const [, , nth = 0] = NUMBERED.exec(path) ?? [];
  const field = BY_PATH.get(path.replace(NUMBERED, '$1.'));
  return [lines[Number(nth)] ?? lines[0] ?? 0, field === undefined ? -1 : mapping.indexOf(field)];
}
