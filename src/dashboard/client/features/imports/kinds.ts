import type { ImportedKindWords } from '../../words/en/imported-kind.ts';
import { importWords } from '../../words/import-words.ts';

/** The differences between the pages that import orders and products. */
export interface FileKind {
  readonly kind: 'orders' | 'products';
  /** The page of what is imported; the import's own is below it, and so is the route of the file. */
  readonly of: 'orders' | 'stock';
  readonly words: ImportedKindWords;
  /** Counts of rows that make or change something. */
  readonly makes: readonly string[];
  /** The other counts that stand in the same line. */
  readonly others: readonly string[];
  /** A file of the export that can be imported again. */
  readonly example: string;
  /** Where what was imported is found. */
  readonly found: string;
}

/** @param of as the address of the page has it */
export function kindOf(of: string): FileKind {
  const { orders, products } = importWords.value;
  return of === 'stock'
    ? {
        kind: 'products',
        of: 'stock',
        words: products,
        makes: ['new', 'changed'],
        others: ['same'],
        example: 'stock/export',
        found: '/app/stock',
      }
    : {
        kind: 'orders',
        of: 'orders',
        words: orders,
        makes: ['created'],
        others: ['known'],
        example: 'orders/export?rows=items',
        found: '/app/orders?source=%40import',
      };
}

export const importAddress = ({ of }: FileKind): string => `/app/${of}/import`;
