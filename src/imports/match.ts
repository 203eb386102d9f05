import { and, desc, eq, isNotNull, ne } from 'drizzle-orm';
import { imports } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { type Columns, foldHeading, holdsValues, type Mapping } from './columns.ts';
import type { ImportKindName } from './import.ts';
import type { ValueMatch } from './values.ts';

export interface RememberedMatch {
  readonly columns: Match;
  readonly values: readonly ValueMatch[];
}

type Match = readonly (readonly [heading: string, field: string | null])[];

const REMEMBERED = 20;

export function writeMatch(headings: readonly string[], mapping: Mapping, values: readonly ValueMatch[]): string {
  // A person may have chosen a row of data as the headings. Its values must not be stored, so empty headings are stored
  // instead.
  const names = holdsValues(headings) ? headings.map(() => '') : headings.map(foldHeading);
  const columns: Match = names.map((name, at) => [name, mapping[at] ?? null]);
  return JSON.stringify({ columns, values } satisfies RememberedMatch);
}

/** Parses remembered choices. Older imports stored only the columns. */
function readMatch(text: string): RememberedMatch {
  const found: Match | RememberedMatch = JSON.parse(text);
  return 'columns' in found ? found : { columns: found, values: [] };
}

/** Lists how the columns and values of earlier files were matched, newest file first. */
export function listMatches({ storage, workspace }: ReadCtx, kind: ImportKindName): RememberedMatch[] {
  const ofKind = and(eq(imports.workspaceSeq, workspace.seq), eq(imports.kind, kind), ne(imports.state, 'staging'));
  return storage.read
    .select({ match: imports.match })
    .from(imports)
    .where(and(ofKind, isNotNull(imports.match)))
    .orderBy(desc(imports.seq))
    .limit(REMEMBERED)
    .all()
    .map(({ match }) => readMatch(match ?? '[]'));
}

/**
 * Returns the fields that an earlier file had for exactly these headings, in any sequence; undefined if there is no
 * such file.
 */
export function recall<F extends string>(
  matches: readonly RememberedMatch[],
  columns: Columns<F>,
  headings: readonly string[],
): Mapping<F> | undefined {
  const folded = headings.map(foldHeading);
  for (const { columns: match } of matches) {
    const left = [...match];
    const fields = folded.map((heading) => {
      const at = left.findIndex(([name]) => name === heading);
      return at < 0 ? undefined : left.splice(at, 1)[0]?.[1];
    });
    if (left.length > 0 || fields.includes(undefined)) continue;
    return fields.map((field) => (field != null && field in columns.headings ? (field as F) : null));
  }
  return undefined;
}
