import { api, ask, Refusal } from '../api.ts';
import { parseNumber } from '../plain-values.ts';
import { words, workspace } from '../state.ts';

export const stockOf = () => api.workspaces({ workspace: workspace.value?.id ?? '' }).stock;

export interface StockQuery {
  readonly q: string;
  readonly below: boolean;
}

export const loadProducts = ({ q, below }: StockQuery, cursor?: string) =>
  ask(
    stockOf().get({
      query: {
        ...(q === '' ? {} : { q }),
        ...(below ? { below: '1' as const } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      },
    }),
  );
export const loadProduct = (id: string, cursor?: string) =>
  ask(stockOf()({ id }).get({ query: cursor === undefined ? {} : { cursor } }));
export const checkFile = (text: string) => ask(stockOf().import.check.post({ text }));

export type Product = Awaited<ReturnType<typeof loadProducts>>['products'][number];
export type Movement = Awaited<ReturnType<typeof loadProduct>>['movements'][number];
export type FileCheck = Awaited<ReturnType<typeof checkFile>>;

export const mayKeep = (): boolean => workspace.value?.role === 'owner' || workspace.value?.role === 'manager';

/** What a rule of the server is in the reader's language. */
export function ruleWord(rule: string): string {
  const known: Readonly<Record<string, string>> = words.value.stock.rules;
  return known[rule] ?? rule;
}

/** The same as a sentence of its own. */
export function sentence(rule: string): string {
  const word = ruleWord(rule);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A refusal in the reader's language, where the page has words for its rule. */
export function inWords(problem: unknown): unknown {
  const rule = problem instanceof Refusal ? (problem.fields[0]?.rule ?? '') : '';
  return ruleWord(rule) === rule ? problem : new Refusal('', sentence(rule), '');
}

/** A quantity as a person types it, which may be below zero; undefined for what is none. */
export function parseQuantity(text: string): number | undefined {
  const plain = text.trim();
  const isLess = /^[-−–]/.test(plain);
  const pieces = parseNumber(plain.replace(/^[-−–+]/, ''));
  return pieces === undefined ? undefined : isLess ? -pieces : pieces;
}
