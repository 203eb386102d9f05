import type { Language } from '../../base/index.ts';
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
import { listStatuses } from '../statuses.ts';

/** The values in a file of orders: values that the shop knows, and values that a person matches with one of its own. */

/** The names of the built-in statuses, in the languages of the export. */
const BUILT_IN: Readonly<Record<string, string>> = {
  новый: 'status-new',
  'в работе': 'status-in-progress',
  закрыт: 'status-closed',
  отменен: 'status-cancelled',
};
export interface OrderValues {
  /** Finds the id of a status; undefined without a match. `isNew` is true if the text was not asked for before. */
  status(text: string): { readonly id: string | undefined; readonly isNew: boolean };
  /** Returns the shop's own spelling of a payment method, or the text itself if the shop has no such method. */
  paymentMethod(text: string): string;
  /** Returns the size of a pack as `packSize` does. */
  unit(text: string): number | undefined;
  found(): FoundValue[];
  readonly choices: ValueChoices;
}

/** A context with the language in which statuses are shown to the person who reads the file. */
export type Reader = Ctx & { readonly language?: Language };

/** @param matches the choices of the person; if a value has several, the first one counts */
export function createValues(ctx: Reader, matches: readonly ValueMatch[]): OrderValues {
  const active = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language).filter((status) => status.active);
  const ids = new Set(active.map(({ id }) => id));
  const statuses = new Map([
    ...Object.entries(BUILT_IN).filter(([, id]) => ids.has(id)),
    ...active.map(({ id, name }) => [foldName(name), id] as const),
    ...active.map(({ id }) => [foldName(id), id] as const),
  ]);
  const methods = findUsualMethods(ctx);
  const known = new Set(methods.map(foldName));
  const notes = createValueNotes(
    matches.filter(({ field, to }) => (field === 'status' ? ids.has(to) : field !== UNIT || isPackSize(to))),
  );
  return {
    status(text) {
      const own = statuses.get(foldName(text));
      if (own !== undefined) return { id: own, isNew: false };
      const { to, rows } = notes.note('status', text);
      return { id: to ?? undefined, isNew: rows === 1 };
    },
    paymentMethod: (text) =>
      text === '' || methods.length === 0 || known.has(foldName(text))
        ? text
        : notes.note('paymentMethod', text).to || text,
    unit: (text) => packSize(notes, text),
    found: notes.found,
    choices: {
      status: active.map(({ id, name }) => ({ id, name })),
      paymentMethod: methods.map((name) => ({ id: name, name })),
    },
  };
}
