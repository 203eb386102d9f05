/**
 * This file handles the values in a file of orders, such as statuses and payment methods. If the shop does not have
 * such a value, the user chooses one of the shop's values for it.
 */

import { isCalendarDay, type Language } from '../../base/index.ts';
import {
  createValueNotes,
  type FoundValue,
  foldName,
  isPackSize,
  packSize,
  UNIT,
  type ValueChoices,
  type ValueMatch,
} from '../../imports/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { findUsualMethods } from '../desk/index.ts';
import { METHOD_IDS, methodId, methodKey } from '../payment-method.ts';
import { listStatuses } from '../statuses.ts';

/** The Russian names of the built-in statuses, folded, for files that were exported in Russian. */
const BUILT_IN: Readonly<Record<string, string>> = {
  новый: 'status-new',
  'в работе': 'status-in-progress',
  закрыт: 'status-closed',
  отменен: 'status-cancelled',
};
export interface OrderValues {
  /**
   * Finds the id of a status; undefined without a match. `isNew` is true at the first occurrence of an unmatched text.
   */
  status(text: string): { readonly id: string | undefined; readonly isNew: boolean };
  /** Returns the payment method that a person chose for a text of the file; otherwise the text itself. */
  paymentMethod(text: string): string;
  /**
   * Counts a payment without a date. Returns the day that a person chose for all such payments; undefined if there is
   * none.
   */
  undated(): string | undefined;
  unit(text: string): number | undefined;
  found(): FoundValue[];
  readonly choices: ValueChoices;
}

export type Reader = Ctx & { readonly language?: Language; readonly nowMs?: number };

/**
 * The field name of the `ValueMatch` for payments without a date. Its `to` is the day that a person chose for all of
 * them. Its `text` is empty, because the date cells of these payments are empty.
 */
const UNDATED = 'paidAt';

const isRight: ReadonlyMap<string, (to: string, statusIds: ReadonlySet<string>) => boolean> = new Map([
  ['status', (to: string, statusIds: ReadonlySet<string>) => statusIds.has(to)],
  [UNIT, isPackSize],
  [UNDATED, isCalendarDay],
]);

/**
 * Prepares to match the values of a file, such as its statuses, with the shop's values.
 * @param matches the person's choices; if a value has several, the first one is used
 */
export function createValues(ctx: Reader, matches: readonly ValueMatch[]): OrderValues {
  const active = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language).filter((status) => status.active);
  const ids = new Set(active.map(({ id }) => id));
  const statuses = new Map([
    ...Object.entries(BUILT_IN).filter(([, id]) => ids.has(id)),
    ...active.map(({ id, name }) => [foldName(name), id] as const),
    ...active.map(({ id }) => [foldName(id), id] as const),
  ]);
  // A new shop has no payment methods yet, so the built-in ones are offered too.
  const methods = [...findUsualMethods(ctx), ...METHOD_IDS].filter(
    (method, at, all) => all.findIndex((one) => methodId(one) === methodId(method)) === at,
  );
  const known = new Set(methods.map(methodKey));
  const notes = createValueNotes(matches.filter(({ field, to }) => isRight.get(field)?.(to, ids) ?? true));
  return {
    status(text) {
      const own = statuses.get(foldName(text));
      if (own !== undefined) return { id: own, isNew: false };
      const { to, rows } = notes.note('status', text);
      return { id: to ?? undefined, isNew: rows === 1 };
    },
    paymentMethod: (text) =>
      text === '' || known.has(methodKey(text)) ? text : notes.note('paymentMethod', text).to || text,
    undated: () => notes.note(UNDATED, '').to ?? undefined,
    unit: (text) => packSize(notes, text),
    found: notes.found,
    choices: {
      status: active.map(({ id, name }) => ({ id, name })),
      paymentMethod: methods.map((name) => ({ id: name, name })),
    },
  };
}
