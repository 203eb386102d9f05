import type { ImportCounts } from './import.ts';
import { writeMatch } from './match.ts';
import type { Row, Table } from './read-table.ts';
import type { AtStaging } from './stage.ts';
import type { FoundValue, ValueChoices } from './values.ts';

/** A change that a row makes in one field. Values are as the kind keeps them; null is none. */
export interface RowChange {
  readonly field: string;
  readonly from: string | number | null;
  readonly to: string | number | null;
  /** It comes only if the file's values are taken where they differ. */
  readonly isHeld?: boolean;
}

export interface ShownRow extends Row {
  /** The field by which its thing was recognised; null: it is new. Undefined of a kind that does not tell. */
  readonly known?: string | null;
  readonly changes?: readonly RowChange[];
}

/** A file that was read, and what can be done with it. */
export interface ImportedFile {
  readonly table: Table;
  /** The first rows, or those that change something. */
  readonly preview: readonly ShownRow[];
  /** Values that the shop does not know, and what they can be matched with. */
  readonly values: readonly FoundValue[];
  readonly choices: ValueChoices;
  /** The number of things that its rows make up. */
  readonly records: number;
  /** The counts that an import of it would come to; nothing is written. */
  plan(): Promise<ImportCounts>;
  /** @returns the id under which it is worked off. @throws what `Staging.stage` throws */
  begin(wish: BeginWish): Promise<string>;
}

interface BeginWish extends AtStaging {
  /** Made by the page that asks, so that asking twice imports once. */
  readonly id: string;
  /** True if webhooks hear of it. */
  readonly tell: boolean;
  /** True if orders that were deleted here are made again. */
  readonly again?: boolean;
  /** True if the file's values are taken where they differ from those here. */
  readonly take?: boolean;
}

/** The matches of a file that the next one is read by. */
export function matchOf({ headings, mapping }: Table, values: readonly FoundValue[] = []): string {
  const matched = values.flatMap(({ field, text, to }) => (to === null ? [] : [{ field, text, to }]));
  return writeMatch(headings, mapping, matched);
}
