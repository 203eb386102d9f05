/** The words of the sheet of shortcuts. */
export const SHORTCUTS_EN = {
  title: 'Keyboard shortcuts',
  what: 'By the place of the key, so that they work on a Russian layout too. Off while you type.',
  on: 'Shortcuts are on in this browser',
  after: 'then',
  sheet: 'This sheet',
  search: 'Search',
  rows: 'Next, previous row',
  open: 'Open',
  select: 'Select the row',
  status: 'Change the status',
  payment: 'Record a payment',
  edit: 'Edit',
  create: 'New order',
  aside: 'Stage before, after',
  move: 'Move an inquiry, then a digit',
  escape: 'Close',
};
export type ShortcutsWords = typeof SHORTCUTS_EN;
