import type { Language } from '../../base/index.ts';
import type { FoundValue, ValueChoices, ValueMatch } from '../../imports/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { findUsualMethods } from '../desk/index.ts';
import { listStatuses } from '../statuses.ts';

/** The values in a file of orders: those that the shop knows, and those that a person matches with one of its own. */

/** The names of the built-in statuses, in the languages of the export. */
const BUILT_IN: Readonly<Record<string, string>> = {
  новый: 'status-new',
  'в работе': 'status-in-progress',
  закрыт: 'status-closed',
  отменен: 'status-cancelled',
};
/** The most different values of a field that are listed; a column with more is not a list of names. */
const LISTED = 40;
const NAME_CHARS = 100;

const foldName = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').trim();

type ValueField = 'status' | 'paymentMethod';

export interface OrderValues {
  /** Finds the id of a status; undefined without a match. `isNew` is true if the text was not asked for before. */
  status(text: string): { readonly id: string | undefined; readonly isNew: boolean };
  /** Returns the shop's own spelling of a payment method, or the text itself if the shop has no such method. */
  paymentMethod(text: string): string;
  found(): FoundValue[];
  readonly choices: ValueChoices;
}

/** A context with the language in which statuses are shown to the person who reads the file. */
export type Reader = Ctx & { readonly language?: Language };

/** @param matches the first match for a value counts */
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
  const chosen = new Map(
    matches
      .filter(({ field, to }) => (field === 'status' ? ids.has(to) : field === 'paymentMethod'))
      .toReversed()
      .map(({ field, text, to }) => [`${field}:${foldName(text)}`, to]),
  );
  const found = new Map<string, FoundValue>();
  const note = (field: ValueField, text: string): FoundValue => {
    const key = `${field}:${foldName(text)}`;
    const before = found.get(key) ?? { field, text, rows: 0, to: chosen.get(key) ?? null };
    const value = { ...before, rows: before.rows + 1 };
    const isListed = found.has(key) || [...found.values()].filter((one) => one.field === field).length < LISTED;
    if (isListed && text.length <= NAME_CHARS) found.set(key, value);
    return value;
  };
  return {
    status(text) {
      const own = statuses.get(foldName(text));
      if (own !== undefined) return { id: own, isNew: false };
      const { to, rows } = note('status', text);
      return { id: to ?? undefined, isNew: rows === 1 };
    },
    paymentMethod: (text) =>
      text === '' || methods.length === 0 || known.has(foldName(text)) ? text : note('paymentMethod', text).to || text,
    found: () => [...found.values()],
    choices: {
      status: active.map(({ id, name }) => ({ id, name })),
      paymentMethod: methods.map((name) => ({ id: name, name })),
    },
  };
}
