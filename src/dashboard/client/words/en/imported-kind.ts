import type { Forms } from '../plural.ts';

interface UndoWords {
  readonly deletes: Forms;
  readonly reverts: Forms;
  readonly keeps: Forms;
  readonly what: string;
  readonly done: Forms;
  readonly reverted: Forms;
}

/** The import page's texts that depend on what is imported: orders, products, clients or payments. */
export interface ImportedKindWords {
  readonly title: string;
  readonly back: string;
  readonly what?: string;
  readonly fileHint: string;
  readonly how: string;
  readonly rules: readonly string[];
  readonly example: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly missing: Readonly<Record<string, string>>;
  readonly records: Forms;
  /** The words for the counts of a preview, by name. */
  readonly will: Readonly<Record<string, Forms>>;
  /** The words for each count of a finished import. The key is the name of the count. */
  readonly came: Readonly<Record<string, Forms>>;
  /** The sentences about special counts, such as rows that wait for a decision. The key is the name of the count. */
  readonly notes: Readonly<Record<string, Forms>>;
  /** The labels of fields that change in the preview but have no column, such as an order's paid sum. */
  readonly changes?: Readonly<Record<string, string>>;
  /** The choice whether imported rows are sent to other systems. */
  readonly tell?: { readonly label: string; readonly what: string };
  /** The heading above rows that are imported only if the reader ticks them. */
  readonly heldTitle?: Forms;
  /** The words for the field by which a row's order, product or client was recognized. */
  readonly knownBy: Readonly<Record<string, string>>;
  readonly undo: UndoWords;
  /**
   * The heading above notes on rows. These notes are not errors. By default, the heading says how many cells are left
   * out.
   */
  readonly droppedTitle?: Forms;
  readonly nothingNew: string;
  readonly importNow: Forms;
  readonly underWay: Forms;
  readonly look: string;
}
