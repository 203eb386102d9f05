export const SHORTCUTS_EN = {
  title: 'Keyboard shortcuts',
  what: 'Shortcuts go by key position, so they also work with a Russian layout. They are off while you type.',
  on: 'Shortcuts are on in this browser',
  after: 'then',
  sheet: 'This sheet',
  search: 'Search',
  rows: 'Next or previous row',
  open: 'Open',
  select: 'Select the row',
  status: 'Change the status',
  aside: 'Previous or next stage',
  move: 'Move an inquiry, then press a digit',
  escape: 'Close',
};
export type ShortcutsWords = typeof SHORTCUTS_EN;
