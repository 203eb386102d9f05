import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';
import { parseNumber } from '../../data/plain-values.ts';
import { say } from '../../ui/toast.tsx';

export const stockOf = () => here().stock;

export interface StockQuery {
  readonly q: string;
  readonly below: boolean;
  readonly low: boolean;
}

export const loadProducts = ({ q, below, low }: StockQuery, cursor?: string) =>
  ask(
    stockOf().get({
      query: {
        ...(q === '' ? {} : { q }),
        ...(below ? { below: '1' as const } : {}),
        ...(low ? { low: '1' as const } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      },
    }),
  );
export const loadProduct = (id: string, cursor?: string) =>
  ask(stockOf()({ id }).get({ query: cursor === undefined ? {} : { cursor } }));

export const loadCategories = async () => (await ask(stockOf().categories.get())).categories;

export type Product = Awaited<ReturnType<typeof loadProducts>>['products'][number];
export type Movement = Awaited<ReturnType<typeof loadProduct>>['movements'][number];

/** Takes a correction back. */
export type Undo = () => Promise<unknown>;

/** Tells of an act and offers its undo. The page loads again after either. */
export function sayDone(text: string, again: () => void, undo?: Undo): void {
  say(text, undo && (() => undo().finally(again)));
  again();
}

/** A quantity as a person types it, which may be below zero; undefined for what is none. */
export function parseQuantity(text: string): number | undefined {
  const plain = text.trim();
  const isLess = /^[-−–]/.test(plain);
  const pieces = parseNumber(plain.replace(/^[-−–+]/, ''));
  return pieces === undefined ? undefined : isLess ? -pieces : pieces;
}
