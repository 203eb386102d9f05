import type { ProductField } from '../../../../stock/index.ts';
import { forms } from '../plural.ts';
import type { ImportedKindWords } from './imported-kind.ts';

export const PRODUCTS_IMPORT_EN = {
  title: 'Import products',
  back: 'All products',
  fileHint: 'Up to 64 MB and 5,000 rows.',
  how: 'How rows become products',
  rules: [
    'A product is recognised by its id, and without one by its name. The SKU can be the id. A new product without an id gets one from Docket.',
    'A product on the list gets the name, SKU, price and category of the file. An empty cell keeps the old one. New products are added. None is removed.',
    'What is on hand becomes what the file says, by a line in the ledger.',
    'Write quantities as 1200 or 1200,5.',
    'Lines above the headings, empty lines and a line of totals are not imported. Docket names them.',
  ],
  example: 'Export all products',
  fields: {
    id: 'Id',
    name: 'Name',
    sku: 'SKU',
    quantity: 'On hand',
    unit: 'Unit',
    price: 'Price',
    category: 'Category',
    barcode: 'Barcode',
    warnBelow: 'Warn below',
  } satisfies Readonly<Record<ProductField, string>>,
  missing: {
    name: 'Choose the column with the name.',
  },
  records: forms({ one: '# product', other: '# products' }),
  will: {
    new: forms({ other: '# new' }),
    changed: forms({ other: '# changed' }),
    same: forms({ other: '# unchanged' }),
  },
  came: {
    new: forms({ other: '# added' }),
    changed: forms({ other: '# changed' }),
    same: forms({ other: '# unchanged' }),
  },
  notes: {
    byName: forms({
      one: '# product of the list was recognised by its name',
      other: '# products of the list were recognised by their names',
    }),
    unclear: forms({
      one: '# row means one of several products with its name, and changes none',
      other: '# rows mean one of several products with their name, and change none',
    }),
  },
  knownBy: { id: 'recognised by id', name: 'recognised by name' },
  undo: {
    deletes: forms({
      one: '# new product will be taken off the list',
      other: '# new products will be taken off the list',
    }),
    reverts: forms({ one: '# product will be as it was before', other: '# products will be as they were before' }),
    keeps: forms({ one: '# product stays as it is now:', other: '# products stay as they are now:' }),
    what: 'A product stays if it was changed since, or if it is new and orders took from it. What orders took stays taken. The same file can be imported again.',
    done: forms({ one: '# product taken off the list', other: '# products taken off the list' }),
    reverted: forms({ one: '# product is as before', other: '# products are as before' }),
  },
  nothingNew: 'Everything is up to date. There is nothing to import.',
  importNow: forms({ one: 'Import # product', other: 'Import # products' }),
  underWay: forms({ one: 'Importing # product', other: 'Importing # products' }),
  look: 'View products',
} satisfies ImportedKindWords;
