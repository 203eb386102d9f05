import { forms } from '../plural.ts';
import { COMMON_EN } from './common.ts';
import { ORDERS_EN } from './orders.ts';
import { OVERVIEW_EN } from './overview.ts';
import { SETTINGS_EN } from './settings.ts';
import { START_EN } from './start.ts';

/** The compiler makes sure that the other language has the same keys. */
export const FIRST_EN = {
  ...COMMON_EN,
  settings: SETTINGS_EN,
  start: START_EN,
  overview: OVERVIEW_EN,
  signOut: 'Sign out',
  webhooks: 'Webhooks',
  account: 'Account',
  manual: 'Manual',
  reference: 'API reference',
  mainNavigation: 'Main',
  skip: 'Skip to content',
  secretTitle: 'Signing secret, shown only once',
  secretWhat:
    'Keep it on the receiving server only. The server uses it to check that a notification really comes from Docket.',
  remove: 'Remove',
  saved: 'Saved.',
  edit: 'Edit',
  call: 'Call',
  theme: 'Appearance',
  themeSystem: 'Match device',
  themeLight: 'Light',
  themeDark: 'Dark',
  noWorkspace: 'You don’t belong to any workspace. Ask an owner to add you.',
  keys: 'API keys',
  openInSettings: 'Change this in Settings',
  ownersOpen: 'An owner can change this in Settings.',
  eventNames: {
    'order.created': 'Order created',
    'order.updated': 'Order updated',
    'order.status.changed': 'Order status changed',
    'order.payment.created': 'Payment recorded',
    'order.deleted': 'Order deleted',
  },
  orders: ORDERS_EN,
  reconnecting: 'Reconnecting… What you see may be out of date.',
  endedTitle: 'You’ve been signed out',
  endedWhat: 'Sign in to continue where you were. What you filled in is still there.',
  /** The words of the menu. All other words of a page load together with the page. */
  menu: {
    search: 'Search',
    inquiries: 'Inquiries',
    untouched: forms({ other: '# not started' }),
    imported: 'Imported',
    importOrders: 'Import',
    clients: 'Clients',
    payments: 'Payments',
    reports: 'Reports',
    deliveries: 'Deliveries',
    stock: 'Stock',
    connect: 'Connect',
    stages: { 'stage-new': 'New', 'stage-in-work': 'In work', 'stage-done': 'Done' },
    nowhere: 'Page not found',
    looking: 'You can look here, but not change anything',
    lookingWhat: 'Your role reads orders and stock. To enter, change or import them, ask an owner for another role.',
    othersPage: 'Your role doesn’t include this page',
    owners: 'This page is for owners',
    ownersWhat: 'Ask an owner of this workspace if you need something here.',
    firstOwners: 'Mail, backups and the system belong to owners of the first workspace.',
    integration: 'Integration',
    yours: 'The shop and you',
    back: 'Back',
    more: 'More',
    trouble: 'An address does not accept notifications',
  },
};

export type FirstWords = typeof FIRST_EN;
