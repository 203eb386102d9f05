import type { ProductField } from '../../../../stock/index.ts';
import { forms } from '../plural.ts';
import type { ImportedKindWords } from './imported-kind.ts';

const FIELDS: Readonly<Record<ProductField, string>> = {
  id: 'Id (identifies a product)',
  name: 'Name',
  sku: 'SKU',
  quantity: 'On hand',
  price: 'Price',
  category: 'Category',
  warnBelow: 'Warn below',
};

export const PRODUCTS_IMPORT_EN = {
  title: 'Import products',
  back: 'All products',
  what: 'Choose an XLSX or CSV file. You see a preview first. The import starts only if the file has no mistakes, and then it always finishes.',
  fileHint: 'Up to 64 MB and 5,000 rows.',
  how: 'How rows become products',
  rules: [
    'A product is recognised by its id. Where your file has no ids, choose the column with the SKU as the id.',
    'A product on the list gets the name, SKU, price and category of the file. An empty cell keeps the old one. New products are added. None is removed.',
    'What is on hand becomes what the file says, by a line in the ledger.',
    'Write quantities as 1200 or 1200,5.',
    'Lines above the headings, empty lines and a line of totals are not imported. Docket names them.',
  ],
  example: 'Export all products',
  fields: FIELDS,
  missing: {
    id: 'Choose the column with the id. The SKU will do as well.',
    name: 'Choose the column with the name.',
  },
  records: forms({ one: '# product', other: '# products' }),
  will: {
    new: forms({ one: '# new', other: '# new' }),
    changed: forms({ one: '# changed', other: '# changed' }),
    same: forms({ one: '# unchanged', other: '# unchanged' }),
  },
  came: {
    new: forms({ one: '# added', other: '# added' }),
    changed: forms({ one: '# changed', other: '# changed' }),
    same: forms({ one: '# unchanged', other: '# unchanged' }),
  },
  notes: {},
  nothingNew: 'Everything is up to date. There is nothing to import.',
  importNow: forms({ one: 'Import # product', other: 'Import # products' }),
  underWay: forms({ one: 'Importing # product', other: 'Importing # products' }),
  look: 'View products',
} satisfies ImportedKindWords;
