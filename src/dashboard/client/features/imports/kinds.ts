import type { ImportedKindWords } from '../../words/en/imported-kind.ts';
import { importWords } from '../../words/import-words.ts';

/** A choice beside the button that imports. */
interface Tick {
  readonly name: 'again' | 'take';
  /** The count of an outcome that it is about, and the one that it adds. */
  readonly about: string;
  readonly adds: string;
}

/** The differences between the pages that import files. */
export interface FileKind {
  readonly kind: 'orders' | 'products' | 'clients';
  /** The page of what is imported; the import's own is below it, and so is the route of the file. */
  readonly of: 'orders' | 'stock' | 'clients';
  readonly words: ImportedKindWords;
  /** Counts of rows that make or change something. */
  readonly makes: readonly string[];
  /** The other counts that stand in the same line. */
  readonly others: readonly string[];
  readonly tick?: Tick;
  /** A file of the export that can be imported again. */
  readonly example: string;
  /** Where what was imported is found. */
  readonly found: string;
}

/** @param of as the address of the page has it */
export function kindOf(of: string): FileKind {
  const { orders, products, clients } = importWords.value;
  if (of === 'clients') {
    return {
      kind: 'clients',
      of: 'clients',
      words: clients,
      makes: ['new', 'changed'],
      others: ['same'],
      tick: { name: 'take', about: 'differing', adds: 'held' },
      example: 'clients/export',
      found: '/app/clients',
    };
  }
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
        tick: { name: 'again', about: 'deleted', adds: 'deleted' },
        example: 'orders/export?rows=items',
        found: '/app/orders?source=%40import',
      };
}

export const importAddress = ({ of }: FileKind): string => `/app/${of}/import`;
