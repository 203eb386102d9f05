import type { ImportCounts } from './import.ts';
import { writeMatch } from './match.ts';
import type { Problems } from './problems.ts';
import type { Row, Table } from './read-table.ts';
import type { StagingCtx } from './stage.ts';
import type { FoundValue, ValueChoices } from './values.ts';

/** A change of one field by a row. Values are in the form in which they are stored; null means no value. */
export interface RowChange {
  readonly field: string;
  readonly from: string | number | null;
  readonly to: string | number | null;
  /** True if the change is made only at the request of the person who imports the file. */
  readonly isHeld?: boolean;
}

export interface ShownRow extends Row {
  /**
   * The field that identified the existing record; null for a new record. It is undefined if this kind of file does not
   * report the field.
   */
  readonly known?: string | null;
  readonly changes?: readonly RowChange[];
}

/** The number and the sum of payments and of refunds in a file, for one payment method. Sums are in kopecks. */
export interface MethodSum {
  /** The payment method; empty for rows without a method. */
  readonly method: string;
  readonly payments: number;
  readonly paid: number;
  readonly refunds: number;
  readonly refunded: number;
}

export interface ImportedFile {
  readonly table: Table;
  /** The first rows that change something, if this kind of file reports them. Otherwise the first rows of the file. */
  readonly preview: readonly ShownRow[];
  readonly values: readonly FoundValue[];
  readonly choices: ValueChoices;
  /** The number of records, such as orders. A record may have several rows in the file. */
  readonly records: number;
  /** Rows that are imported only at the person's request. */
  readonly held?: Problems;
  /** The sums by payment method that the import will record, without the rows in `held`. */
  readonly sums?: readonly MethodSum[];
  /** Predicts the number of rows for each outcome, such as rows that would create a record. Writes nothing. */
  plan(): Promise<ImportCounts>;
  /**
   * @returns the id of the import
   * @throws whatever `Staging.stage` throws
   */
  begin(wish: BeginWish): Promise<string>;
}

interface BeginWish extends StagingCtx {
  /** A UUID from the page. A repeated request with the same id does not import again. */
  readonly id: string;
  /** True to send webhooks for the imported rows. */
  readonly tell: boolean;
  readonly again?: boolean;
  /** True if the file's values replace differing values in Docket. */
  readonly take?: boolean;
  /** True to import payments even if they exceed the total of their order. */
  readonly over?: boolean;
}

/**
 * Returns the choices for a file as JSON, so that they apply to the next file too. The value for empty cells applies to
 * this file only, and is left out.
 */
export function matchOf({ headings, mapping }: Table, values: readonly FoundValue[] = []): string {
  const matched = values.flatMap(({ field, text, to }) => (to === null || text === '' ? [] : [{ field, text, to }]));
  return writeMatch(headings, mapping, matched);
}
