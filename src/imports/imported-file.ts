import type { ImportCounts } from './import.ts';
import { writeMatch } from './match.ts';
import type { Problems } from './problems.ts';
import type { Row, Table } from './read-table.ts';
import type { StagingCtx } from './stage.ts';
import type { FoundValue, ValueChoices } from './values.ts';

/** A change that a row makes in one field. Values have the form that the kind stores; null means no value. */
export interface RowChange {
  readonly field: string;
  readonly from: string | number | null;
  readonly to: string | number | null;
  /** True if the change is made only when the file's values take precedence. */
  readonly isHeld?: boolean;
}

export interface ShownRow extends Row {
  /** The field by which the record was recognized; null for a new record. Undefined if the kind does not report it. */
  readonly known?: string | null;
  readonly changes?: readonly RowChange[];
}

/** The payments and refunds of a file by one payment method; sums in kopecks. */
export interface MethodSum {
  /** The method; empty if the rows name none. */
  readonly method: string;
  readonly payments: number;
  readonly paid: number;
  readonly refunds: number;
  readonly refunded: number;
}

/** A file that was read, with its import. */
export interface ImportedFile {
  readonly table: Table;
  /** The first rows, or the first rows that change something. */
  readonly preview: readonly ShownRow[];
  /** Values unknown to the shop, and its own values that they can be matched with. */
  readonly values: readonly FoundValue[];
  readonly choices: ValueChoices;
  /** The number of records in the rows. */
  readonly records: number;
  /** Rows that are imported only if the person asks for them. */
  readonly held?: Problems;
  /** The money that is imported if the person ticks nothing more. */
  readonly sums?: readonly MethodSum[];
  /** Counts the outcomes that an import would have; nothing is written. */
  plan(): Promise<ImportCounts>;
  /** @returns the id of the import. @throws whatever `Staging.stage` throws */
  begin(wish: BeginWish): Promise<string>;
}

interface BeginWish extends StagingCtx {
  /** A UUID from the page. A repeated request with the same id does not import again. */
  readonly id: string;
  /** True if webhooks are sent for the import. */
  readonly tell: boolean;
  /** True if deleted orders are created again. */
  readonly again?: boolean;
  /** True if the file's values replace different ones in Docket. */
  readonly take?: boolean;
  /** True if payments above their order's total are imported too. */
  readonly over?: boolean;
}

/**
 * The choices made for a file, as JSON. The next file is read with them. A value for empty cells applies to one file
 * only.
 */
export function matchOf({ headings, mapping }: Table, values: readonly FoundValue[] = []): string {
  const matched = values.flatMap(({ field, text, to }) => (to === null || text === '' ? [] : [{ field, text, to }]));
  return writeMatch(headings, mapping, matched);
}
