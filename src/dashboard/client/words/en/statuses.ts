import { forms } from '../plural.ts';

/** The words of the page of statuses. */
export const STATUSES_EN = {
  title: 'Order statuses',
  what: 'The steps an order goes through in your shop, in the order that the board and all lists use.',
  add: 'Add status',
  virtual: 'Built-in statuses',
  virtualWhat:
    'They work as they are. To rename, colour or extend them, customise them. Their ids stay the same, so nothing changes for your site.',
  makeOwn: 'Customise statuses',
  madeOwn: 'You can now edit the statuses.',
  addMakesOwn: 'When you add one, the built-in four become editable too.',
  name: 'Name',
  id: 'Id',
  idHint: 'a-z, 0-9 and "-". Your site and other programs send it as statusId, so it can’t be changed later.',
  idFixed: 'It can’t be changed, because your site and other programs send it as statusId.',
  tone: 'Colour',
  tones: {
    new: 'Blue',
    busy: 'Amber',
    good: 'Green',
    bad: 'Red',
    idle: 'Grey',
    move: 'Violet',
    teal: 'Teal',
    pink: 'Pink',
  },
  group: 'Meaning',
  groups: { new: 'New', work: 'In progress', done: 'Done', cancelled: 'Cancelled' },
  inGroup: 'counts as',
  groupHint: 'An order whose time is over is late until its status means done or cancelled.',
  writesOff: 'Takes items from stock',
  writesOffHint:
    'Happens once per order, when it first gets this status. Existing orders are not affected, and leaving the status returns nothing.',
  active: 'In use',
  activeHint: 'When off, no more orders can get it. Orders that have it keep it.',
  initial: 'New orders start here. You can rename it, but not turn it off or delete it.',
  off: 'Off',
  orders: forms({ one: '# order', other: '# orders' }),
  edit: 'Edit',
  editTitle: 'Edit status',
  up: 'Move up',
  down: 'Move down',
  keysHint: 'With the keyboard: press Alt and an arrow key on a button in the row.',
  moved: (name: string, place: number, of: number) => `“${name}” is now ${place} of ${of}.`,
  remove: 'Delete',
  removeTitle: 'Delete this status?',
  removeWhat: 'No order has it. Programs that send its id will be refused from now on:',
  saved: 'Status saved',
  removed: 'Status deleted',
};

export type StatusesWords = typeof STATUSES_EN;
