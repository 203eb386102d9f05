import { storedSearchable } from '../storage/index.ts';
import type { Draft } from './draft.ts';
import type { NewOrder } from './insert-order.ts';

export interface ImportedOrder extends NewOrder {
  /** The id of an order of this workspace, if the file is an export with ids. */
  readonly id: string | undefined;
  /** True if the row gives a payment date or method, but no amount. The order is imported without a payment. */
  readonly unpaid?: boolean;
}

interface StagedOrder extends Omit<ImportedOrder, 'fingerprint' | 'draft'> {
  /** The SHA-256 in hexadecimal. */
  readonly fingerprint: string;
  /** The draft without its search columns, which are computed from the others. */
  readonly draft: Omit<Draft, 'foundBy'>;
}

/**
 * Returns the text in which the database stores an order until it is imported. A newer version of Docket must be able
 * to read the text, so fields may be added but never changed.
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

interface StagedOptions {
  readonly tell: boolean;
  /** True if deleted orders are created again; undefined for an import that is older than this option. */
  readonly again?: boolean;
  readonly statusIds: readonly string[];
}

export const writeOptions = (options: StagedOptions): string => JSON.stringify(options);

export function readOptions(text: string): StagedOptions {
  const options: StagedOptions = JSON.parse(text);
  return options;
}
