import { SIGN_IN_EN } from '../guest.ts';

export const COMMON_EN = {
  ...SIGN_IN_EN,
  helpHere: 'Help with this page',
  close: 'Close',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  copyByKeys: 'The browser did not copy it. The text is selected: copy it from here.',
  savedIt: 'I’ve saved it',
  calendar: 'Calendar',
  dateForm: { date: 'dd/mm/yyyy', time: 'hh:mm', datetime: 'dd/mm/yyyy, hh:mm' },
  noSuchDate: (example: string) => `No such date or time. Write it like this: ${example}`,
  by: (time: string) => `by ${time}`,
  undo: 'Undo',
  notUndone: 'It was not undone: it has changed since, or there is no connection.',
  offline: 'You’re offline. Nothing can be saved until the connection is back.',
  copyDetails: 'Copy details',
  nowhereWhat: 'The address may be mistyped, or the page has moved.',
  more: 'Load more',
  forDevelopers: 'For developers',
  asChart: 'Show as chart',
  asTable: 'Show as table',
};

export type CommonWords = typeof COMMON_EN;
