import type { ProblemCode } from '../../../../imports/index.ts';
import { forms } from '../plural.ts';
import { ORDERS_IMPORT_EN } from './orders-import.ts';
import { PRODUCTS_IMPORT_EN } from './products-import.ts';

/** `{value}` is the text of the cell, `{than}` the bound, the right sum or the other line. */
const PROBLEMS: Readonly<Record<ProblemCode, string>> = {
  bad_date: '“{value}” is not a date. Write it like 2026-03-08 or 08.03.2026.',
  date_with_time:
    '“{value}” has a time as well, which would be lost. Give the time a column of its own, and leave the date alone here.',
  bad_time: '“{value}” is not a time of day. Write it like 09:30.',
  bad_number: '“{value}” is not a number. Write it like 1500 or 1500,50.',
  two_readings: '“{value}” could mean thousands or roubles with decimals. Write it like 1500 or 1500,00.',
  zero_quantity: 'the quantity must be above 0.',
  rounded_phone:
    '“{value}” is a phone that a spreadsheet rounded. Format its column as text, and enter the digits again.',
  rounded_digits:
    '“{value}” is a number that a spreadsheet rounded. Format its column as text, and enter the digits again.',
  negative: '“{value}” is below 0.',
  too_large: 'the number is too large. The limit is 999,999,999.99.',
  too_precise: '“{value}” has too many decimals. Amounts may have two, quantities three.',
  missing: 'the cell is empty, but it is needed.',
  unknown_status: 'there is no status “{value}”, or it is turned off.',
  too_long: 'the text is too long. The limit is {than} characters.',
  key_form: 'it contains invisible characters. Type it again.',
  several_items: '“{value}” doesn’t list all items. Give each item its own row, with item, quantity and price.',
  price_inexact: 'the unit price can’t be worked out exactly from the sum. Add a column with prices.',
  total_differs: 'the file says {value}, but items and delivery add up to {than}.',
  row_differs: '“{value}” differs from line {than}, although it is the same order.',
  key_again: '“{value}” is already in line {than}. Rows of one order must be next to each other.',
  id_again: '“{value}” is already in line {than}.',
  too_many_items: 'the order has more than {than} items.',
  too_many_cells: 'the row has more cells than the {than} headings. Perhaps a text with a separator lacks quotes.',
  unpaid: '“{value}” is not imported, because no amount was paid.',
  record_cells: 'the row has more than {than} cells. Nothing below it was read.',
  cell_chars: 'a cell is longer than {than} characters; a quotation mark may be missing. Nothing below it was read.',
  record_chars: 'the row is longer than {than} characters; a quotation mark may be missing. Nothing below it was read.',
  open_quote: 'a quotation mark is never closed.',
  after_quote: 'there is text after a closing quotation mark.',
  other: 'this order can’t be imported as it is.',
};

/** Words common to all imports of files. */
export const IMPORTS_EN = {
  progress: 'Import progress',
  doneOf: (done: string, total: string) => `${done} of ${total}`,
  leave: 'You can leave this page. Docket finishes the import, even after a restart.',
  trouble: {
    storage: 'Docket can’t write at the moment. The import continues as soon as it can.',
    fault:
      'The import has stopped because of a fault in Docket. Nothing is lost. It continues after Docket is restarted; the log says what is wrong.',
  },
  recent: 'Recent imports',
  file: 'XLSX or CSV file',
  exampleWhat: 'You can import such a file as it is.',
  reading: 'Reading the file…',
  writing: 'Backing up and uploading the file… Keep this page open until the import has started.',
  rows: forms({ one: '# row', other: '# rows' }),
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16',
    'windows-1251': 'Windows-1251',
    xlsx: 'XLSX',
  },
  sheet: 'Sheet',
  separatedBy: 'separated by',
  tab: 'tabs',
  columnsTitle: 'Match the columns',
  headLine: 'The headings are in',
  noHead: 'No line: the file has none',
  leaveOut: 'Skip',
  noHeading: 'column',
  skipped: 'Not imported:',
  skippedLine: (line: string, text: string) => `line ${line} “${text}”`,
  preview: 'First rows',
  line: 'Line',
  missingTitle: 'Still missing',
  problemsTitle: forms({ one: '# mistake in the file', other: '# mistakes in the file' }),
  problemsWhat: 'Fix these before importing. Correct the file and choose it again, or change a column below.',
  droppedTitle: forms({ one: '# cell is left out', other: '# cells are left out' }),
  firstShown: forms({ one: 'The first # is shown.', other: 'The first # are shown.' }),
  moreProblems: forms({ one: '# more', other: '# more' }),
  problemLine: 'Line {line}',
  problemColumn: 'column “{column}”',
  problems: PROBLEMS,
  refused: {
    no_rows: 'There are no rows below the headings.',
    too_many_rows: 'The file has more than {most} rows. Split it and import the parts one after another.',
    too_many_columns: 'The file has more than 100 columns.',
    past_bound: 'The file was not read to the end, because one row is too large.',
    bad_mapping: 'The columns have changed in the meantime. Choose the file again.',
  },
  tooLarge: 'The file is larger than 64 MB. Split it and import the parts one after another.',
  onHand: 'On hand',
  isNew: 'new',
  moreRows: forms({ one: '… and # more', other: '… and # more' }),
  tell: 'Tell your other systems about the new orders',
  tellWhat: 'For orders that other systems don’t know yet. Leave it off for past orders.',
  doneNothing: 'Nothing was imported',
  another: 'Import another file',
  orders: ORDERS_IMPORT_EN,
  products: PRODUCTS_IMPORT_EN,
};

export type ImportsWords = typeof IMPORTS_EN;
