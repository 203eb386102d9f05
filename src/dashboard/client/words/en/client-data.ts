import { forms } from '../plural.ts';

export const CLIENT_DATA_EN = {
  what: 'A client may ask what you know of them, and to be forgotten. Enter their phone, email address or both. Docket looks through orders, deleted orders, history, inquiries and emails.',
  phoneHint: 'In any spelling.',
  download: 'Download all data',
  forget: 'Forget this client…',
  givenNothing: 'Enter a phone or an email address.',
  found: (clients: string) => `In your list of clients: ${clients}.`,
  notFound: 'Nobody in your list of clients has it. Check what you typed. Docket still looks through all texts.',
  sureTitle: (client: string) => `Forget ${client}?`,
  sure: [
    'Names, phones, addresses, comments and texts of cards go from all orders of this client, deleted ones too, and from inquiries, history, emails and search. Nothing brings them back.',
    'Numbers, items, dates, sums and payments stay, so your reports stay as they are.',
    'Docket keeps a mark of the phone and address that nobody can read back. If you restore an older backup, it forgets the client again before anybody gets in.',
  ],
  copiesGo: forms({
    one: 'Docket first makes a new backup. Then it deletes # older backup or copy in the data folder.',
    other: 'Docket first makes a new backup. Then it deletes # older backups and copies in the data folder.',
  }),
  otherBackups: 'Older backups of this server still hold the texts. Its owner decides how long they stay.',
  elsewhere: (target: string, keep: string, days: number | null) =>
    days === null
      ? `Older backups in ${target} still hold the texts until ${keep} newer ones push them out. Delete them there if that is too long.`
      : `Older backups in ${target} still hold the texts for up to ${days} days. Delete them there if that is too long.`,
  receivers:
    'Your connected systems hear order.updated for each changed order. They may hold the client’s data themselves: delete it there too.',
  large:
    'The database is large. To clear the last traces from its file, stop the server once and run “docket compact”.',
  typeWord: 'Type FORGET to confirm',
  sureVerb: 'Forget for good',
  forgotten: 'Forgotten clients',
  nothing: 'Nothing found',
  done: (when: string) => `Done ${when}`,
  doneAgain: (when: string) => `Forgotten again after a restore, ${when}`,
  steps: {
    imports: 'Waits until the import is complete',
    orders: 'Going through orders',
    inquiries: 'Going through inquiries',
    clients: 'Going through clients',
    mails: 'Going through emails',
    answers: 'Going through webhook answers',
    history: 'Going through history',
    views: 'Going through saved views',
    reasons: 'Going through stock',
    closes: 'Going through closed days',
    matches: 'Going through imported files',
    forms: 'Almost done',
    search: 'Clearing search',
    file: 'Waiting for the database file to be rewritten',
    copies: 'Making a new backup and deleting older copies',
  },
};

export type ClientDataWords = typeof CLIENT_DATA_EN;
