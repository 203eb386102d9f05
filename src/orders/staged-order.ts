import { storedSearchable } from '../storage/index.ts';
import type { Draft } from './draft.ts';
import type { NewOrder } from './insert-order.ts';

/** An order out of a file, checked. */
export interface ImportedOrder extends NewOrder {
  /** The id of an order of this very workspace, where the file names one: an export that comes back. */
  readonly id: string | undefined;
  /** True if its row has a date or a method of a payment without an amount: both are left out. */
  readonly unpaid?: boolean;
}

interface StagedOrder extends Omit<ImportedOrder, 'fingerprint' | 'draft'> {
  /** Hexadecimal. */
  readonly fingerprint: string;
  /** The columns for finding the order follow from its other columns. */
  readonly draft: Omit<Draft, 'foundBy'>;
}

/**
 * The form of an order that waits in the database. A newer version reads the text of an older one, so fields are only
 * ever added.
 */
export function writeStaged(order: ImportedOrder): string {
  const { foundBy: _foundBy, ...draft } = order.draft;
  const staged: StagedOrder = { ...order, draft, fingerprint: order.fingerprint.toHex() };
  return JSON.stringify(staged);
}

export function readStaged(body: string): ImportedOrder {
  const staged: StagedOrder = JSON.parse(body);
  const { draft } = staged;
  const foundBy = storedSearchable({ ...draft.columns, num: draft.num ?? '' });
  return { ...staged, draft: { ...draft, foundBy }, fingerprint: Uint8Array.fromHex(staged.fingerprint) };
}

/** The choices for a whole file, and the settings that must not go away before it is completed. */
interface StagedOptions {
  /** Webhooks hear of the new orders and their payments. */
  readonly tell: boolean;
  /** Orders that were deleted are made again. Undefined of an import from before this choice. */
  readonly again?: boolean;
  readonly statusIds: readonly string[];
}

export const writeOptions = (options: StagedOptions): string => JSON.stringify(options);

export function readOptions(text: string): StagedOptions {
  const options: StagedOptions = JSON.parse(text);
  return options;
}
