import type { ImportedKindWords } from '../../words/en/imported-kind.ts';
import { importWords } from '../../words/import-words.ts';

/**
 * The options of an import. `tell` sends webhooks for new orders. `again` recreates deleted orders. `take` prefers the
 * file's values to the shop's. `over` allows payments above the order's price.
 */
export const TICKS = ['tell', 'again', 'take', 'over'] as const;

interface Tick {
  readonly name: Exclude<(typeof TICKS)[number], 'tell'>;
  /**
   * `about` and `adds` are outcomes of rows. The checkbox's label counts the rows with the outcome `about`. If there
   * are none, the page hides the checkbox. If the user ticks it, the rows with the outcome `adds` are imported too.
   */
  readonly about: string;
  readonly adds: string;
}

export interface FileKind {
  readonly kind: 'orders' | 'products' | 'clients' | 'payments';
  /**
   * The word in the address of the page that lists the imported objects. The address of the import page has the same
   * word.
   */
  readonly of: 'orders' | 'stock' | 'clients' | 'payments';
  /** Replaces `of` in links to single objects. A payment has no page of its own, so its link leads to its order. */
  readonly keptOf?: 'orders';
  readonly words: ImportedKindWords;
  /** The outcomes for which the import creates or changes an object, such as `new`. */
  readonly makes: readonly string[];
  readonly others: readonly string[];
  readonly tick?: Tick;
  /** The path of an export, which serves as an example of a file to import. */
  readonly example: string;
  readonly found: string;
}

const ORDERS: Omit<FileKind, 'words'> = {
  kind: 'orders',
  of: 'orders',
  makes: ['created'],
  others: ['known'],
  tick: { name: 'again', about: 'deleted', adds: 'deleted' },
  example: 'orders/export?rows=items',
  found: '/app/orders?source=%40import',
};

const KINDS: readonly Omit<FileKind, 'words'>[] = [
  {
    kind: 'clients',
    of: 'clients',
    makes: ['new', 'changed'],
    others: ['same'],
    tick: { name: 'take', about: 'differing', adds: 'held' },
    example: 'clients/export',
    found: '/app/clients',
  },
  {
    kind: 'payments',
    of: 'payments',
    keptOf: 'orders',
    makes: ['new', 'refunds'],
    others: ['known'],
    tick: { name: 'over', about: 'over', adds: 'over' },
    example: 'payments/export',
    found: '/app/payments?when=all&source=%40import',
  },
  {
    kind: 'products',
    of: 'stock',
    makes: ['new', 'changed'],
    others: ['same'],
    example: 'stock/export',
    found: '/app/stock',
  },
];

/**
 * Finds the kind of file that an import page is for.
 * @param of the word in the page's address; any unknown word means orders
 */
export function kindOf(of: string): FileKind {
  const found = KINDS.find((one) => one.of === of) ?? ORDERS;
  return { ...found, words: importWords.value[found.kind] };
}

export const importAddress = ({ of }: FileKind): string => `/app/${of}/import`;
