import { ask } from '../../data/api.ts';
import { given } from '../../data/given.ts';
import { here } from '../../data/me.ts';
import { parseNumber } from '../../data/plain-values.ts';
import { under } from '../../data/send-once.ts';
import { count } from '../../ui/format.ts';
import { say } from '../../ui/toast.tsx';

export const stockOf = () => here().stock;

export interface StockQuery {
  readonly q: string;
  readonly below: boolean;
  readonly low: boolean;
}

const ticked = (isTicked: boolean) => (isTicked ? '1' : undefined);

export const loadProducts = ({ q, below, low }: StockQuery, cursor?: string) =>
  ask(stockOf().get({ query: given({ q, below: ticked(below), low: ticked(low), cursor }) }));

export const missingOf = ({ quantity, warnBelow }: Product): number =>
  Math.round(((warnBelow ?? quantity) - quantity) * 1_000) / 1_000;

export async function orderingText(query: StockQuery): Promise<string> {
  const lines: string[] = [];
  let cursor: string | undefined;
  do {
    const { products, nextCursor } = await loadProducts(query, cursor);
    lines.push(
      ...products.map((one) => `${one.name}${one.sku === null ? '' : ` (${one.sku})`}: ${count(missingOf(one))}`),
    );
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return lines.join('\n');
}

export const loadProduct = (id: string, cursor?: string) => ask(stockOf()({ id }).get({ query: given({ cursor }) }));

export const loadCategories = async () => (await ask(stockOf().categories.get())).categories;

export type Product = Awaited<ReturnType<typeof loadProducts>>['products'][number];
export type Movement = Awaited<ReturnType<typeof loadProduct>>['movements'][number];

export type Undo = () => Promise<unknown>;

/** Reports a change and reloads the page. After an undo, the page reloads again. */
export function sayDone(text: string, again: () => void, undo?: Undo): void {
  say(text, undo && (() => undo().finally(again)));
  again();
}

/** Parses a typed quantity, which may be below zero; undefined if the text is not a number. */
export function parseQuantity(text: string): number | undefined {
  const plain = text.trim();
  const isLess = /^[-−–]/.test(plain);
  const pieces = parseNumber(plain.replace(/^[-−–+]/, ''));
  return pieces === undefined ? undefined : isLess ? -pieces : pieces;
}

const stocktakesOf = () => stockOf().stocktakes;

export const loadStocktakes = () => ask(stocktakesOf().get());
export const startStocktake = () => ask(stocktakesOf().post({}));
export type Stocktake = Awaited<ReturnType<typeof loadStocktakes>>['stocktakes'][number];

export const PARTS = ['all', 'left', 'counted', 'differing'] as const;
export interface CountsQuery {
  readonly q: string;
  /** The part of the list. Undefined shows all products during the counting, and only the counted ones afterwards. */
  readonly part: (typeof PARTS)[number] | undefined;
  readonly category: string | undefined;
}

export const loadCounts = (id: string, query: CountsQuery, cursor?: string) =>
  ask(stocktakesOf()({ id }).get({ query: given({ ...query, cursor }) }));
export type Counts = Awaited<ReturnType<typeof loadCounts>>;
export type CountedProduct = Counts['products'][number];

/** Returns true while the products can still be counted. */
export const isOpen = ({ appliedAt, isApplying }: Stocktake): boolean => appliedAt === null && !isApplying;

/** A product and its counted pieces to save; null removes the count. */
export interface SentCount {
  readonly product: string;
  readonly counted: number | null;
  /**
   * The id of the request. A repeated request has the same id, so the count is saved only once. If it were saved again,
   * pieces sold since the first time would show as a difference.
   */
  readonly formId: string;
}

export const sendCount = (id: string, { formId, ...count }: SentCount) =>
  ask(stocktakesOf()({ id }).count.post(count, under(formId)));
export const applyStocktake = (id: string) => ask(stocktakesOf()({ id }).apply.post({}));
export const dropStocktake = (id: string) => ask(stocktakesOf()({ id }).drop.post({}));
