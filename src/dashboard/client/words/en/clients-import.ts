import type { ClientField } from '../../../../clients/index.ts';
import { forms } from '../plural.ts';
import type { ImportedKindWords } from './imported-kind.ts';

export const CLIENTS_IMPORT_EN = {
  title: 'Import clients',
  back: 'All clients',
  fileHint: 'Up to 64 MB and 50,000 rows.',
  how: 'How rows become clients',
  rules: [
    'A client is recognised by the phone in any spelling, and without one by the e-mail. A row needs one of the two.',
    'A known client gets what is empty here: name, e-mail, note. Addresses and dates are added. What is here already stays, unless you tick the box.',
    'A phone or an e-mail that cannot be read is named and left out. Two rows of one client are named too, and become one.',
    'Write dates to remember as “08.03 Birthday; 12.06 Wedding”, and several addresses with a semicolon between them.',
    'No order changes. You can undo the import as a whole.',
  ],
  example: 'Export all clients',
  fields: {
    name: 'Name',
    phone: 'Phone',
    email: 'Email',
    address: 'Addresses',
    note: 'Note',
    dates: 'Dates to remember',
    birthday: 'Birthday',
  } satisfies Readonly<Record<ClientField, string>>,
  missing: { phone: 'Choose the column with the phone or the e-mail.' },
  records: forms({ one: '# client', other: '# clients' }),
  will: {
    new: forms({ other: '# new' }),
    changed: forms({ other: '# will be filled in' }),
    same: forms({ other: '# unchanged' }),
  },
  came: {
    new: forms({ one: '# client added', other: '# clients added' }),
    changed: forms({ other: '# changed' }),
    same: forms({ other: '# unchanged' }),
  },
  notes: {
    differing: forms({
      one: '# client differs in the file; what is here stays',
      other: '# clients differ in the file; what is here stays',
    }),
  },
  droppedTitle: forms({ one: '# thing to know about the file', other: '# things to know about the file' }),
  knownBy: { phone: 'recognised by phone', email: 'recognised by e-mail' },
  undo: {
    deletes: forms({
      one: 'What the file added for # client will be removed',
      other: 'What the file added for # clients will be removed',
    }),
    reverts: forms({ one: '# client will go back to how it was', other: '# clients will go back to how they were' }),
    keeps: forms({ one: '# client stays as it is now:', other: '# clients stay as they are now:' }),
    what: 'A client who was changed since stays. Orders do not change. The same file can be imported again.',
    done: forms({ one: '# client', other: '# clients' }),
    reverted: forms({
      one: '# client is back to how it was',
      other: '# clients are back to how they were',
    }),
  },
  nothingNew: 'Everything in this file is here already.',
  importNow: forms({ one: 'Import # client', other: 'Import # clients' }),
  underWay: forms({ one: 'Importing # client', other: 'Importing # clients' }),
  look: 'View clients',
} satisfies ImportedKindWords;
