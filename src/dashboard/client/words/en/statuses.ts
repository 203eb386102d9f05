import { forms } from '../plural.ts';

/** The words of the page of statuses. */
export const STATUSES_EN = {
  title: 'Order statuses',
  what: 'What an order goes through in your shop. Their order is that of the board and of every list.',
  add: 'Add a status',
  virtual: 'These four are built in',
  virtualWhat:
    'They work as they are. To rename, colour or add to them, make them your own: their ids stay the same, so nothing changes for your site.',
  makeOwn: 'Make these my own',
  madeOwn: 'The statuses are your own now.',
  addMakesOwn: 'With the first one that you add, the built-in four become your own too.',
  name: 'Name',
  id: 'Id',
  idHint: 'a-z, 0-9 and "-". Your site and other programs send it as statusId, so it is fixed once the status is made.',
  idFixed: 'Fixed, because your site and other programs send it as statusId.',
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
  group: 'What it means',
  groups: { new: 'New', work: 'In work', done: 'Done', cancelled: 'Cancelled' },
  inGroup: 'means',
  groupHint: 'An order of an earlier day is overdue unless its status is done or cancelled.',
  writesOff: 'Takes the goods from stock',
  writesOffHint:
    'Once for each order, when it first gets this status. Orders that have it already are not touched; leaving it gives nothing back.',
  active: 'In use',
  activeHint: 'Switched off, no order can get it any more; those that have it keep it.',
  initial: 'New orders begin here: it can be renamed, but neither switched off nor deleted.',
  off: 'Switched off',
  orders: forms({ one: '# order', other: '# orders' }),
  edit: 'Edit',
  editTitle: 'Edit the status',
  up: 'Move up',
  down: 'Move down',
  keysHint: 'With the keyboard: Alt and an arrow key on a button of the row.',
  moved: (name: string, place: number, of: number) => `“${name}” is now ${place} of ${of}.`,
  remove: 'Delete',
  removeTitle: 'Delete the status?',
  removeWhat: 'No order has it. Programs that send its id will be refused from now on:',
  saved: 'Status saved',
  removed: 'Status deleted',
};

export type StatusesWords = typeof STATUSES_EN;
