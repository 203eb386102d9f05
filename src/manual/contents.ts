import { type Language, nearestWords } from '../base/index.ts';

interface Part {
  readonly name: Readonly<Record<Language, string>>;
  readonly topics: readonly string[];
}

export const PARTS: readonly Part[] = [
  {
    name: { en: 'You own the shop', ru: 'Владельцу' },
    topics: [
      'first-day',
      'orders',
      'payments',
      'clients',
      'reports',
      'inquiries',
      'stock',
      'people',
      'account',
      'import-and-export',
      'a-client-asks',
      'backups',
      'restore',
      'when-something-is-wrong',
    ],
  },
  {
    name: { en: 'You write programs for it', ru: 'Разработчику' },
    topics: [
      'quickstart',
      'generated-clients',
      'repeats',
      'money-and-dates',
      'errors',
      'webhooks',
      'receivers',
      'following-along',
      'versions',
    ],
  },
  {
    name: { en: 'You run the server', ru: 'Администратору' },
    topics: [
      'install',
      'proxy',
      'settings',
      'commands',
      'mail',
      'backups',
      'restore',
      'update',
      'watching',
      'faults',
      'litestream',
      'retention',
      'capacity',
      'security',
      'data-and-keys',
    ],
  },
  {
    name: { en: 'You work on Docket', ru: 'Участнику разработки' },
    topics: ['code-map', 'how-a-change-travels', 'how-we-work', 'figures', 'decisions', 'releasing', 'changes'],
  },
];

/** The parts for owners and operators share the pages on backups, so the Set removes repeated topics. */
export const TOPICS: readonly string[] = [...new Set(PARTS.flatMap(({ topics }) => topics))];

/** Help topics by the start of a dashboard page's path. The first match is used. */
const HELP: readonly (readonly [path: string, topic: string, anchor?: string])[] = [
  ['/app/orders/import', 'import-and-export'],
  ['/app/stock/import', 'import-and-export'],
  ['/app/orders/new', 'orders', 'make-and-change-an-order'],
  ['/app/orders/schedules', 'orders', 'orders-that-come-up-again'],
  ['/app/orders', 'orders'],
  ['/app/print', 'orders', 'print'],
  ['/app/deliveries', 'people', 'a-couriers-day'],
  ['/app/inquiries', 'inquiries'],
  ['/app/clients', 'clients'],
  ['/app/payments/import', 'import-and-export'],
  ['/app/payments/till', 'payments', 'close-the-day'],
  ['/app/payments', 'payments', 'add-up-what-came-in'],
  ['/app/reports', 'reports'],
  ['/app/stock', 'stock'],
  ['/app/webhooks', 'webhooks', 'add-an-endpoint-in-the-dashboard'],
  ['/app/connect', 'quickstart'],
  ['/app/keys', 'quickstart'],
  ['/app/history', 'people', 'see-who-did-what'],
  ['/app/account', 'account'],
  ['/app/settings/statuses', 'orders', 'statuses'],
  ['/app/settings/stages', 'inquiries', 'set-up-stages-and-cards'],
  ['/app/settings/slots', 'orders', 'make-and-change-an-order'],
  ['/app/settings/client-data', 'a-client-asks'],
  ['/app/settings/people', 'people'],
  ['/app/settings/workspace', 'people', 'the-workspace-itself'],
  ['/app/settings/mail', 'mail'],
  ['/app/settings/backups', 'backups'],
  ['/app/settings/system', 'retention'],
  // Without this entry, help on the start page would open the top of `first-day`, which is about the first start.
  ['/app', 'first-day', 'find-your-way'],
];

/**
 * Returns the manual's topic for a page of the dashboard, and the anchor of the English heading to open.
 * @param path such as `/app/orders/17`
 */
export function topicFor(path: string): { readonly topic: string; readonly anchor: string | undefined } {
  const [, topic = 'first-day', anchor] = HELP.find(([begin]) => path === begin || path.startsWith(`${begin}/`)) ?? [];
  return { topic, anchor };
}

const MAX_SUGGESTED = 3;

export function nearestTopics(word: string): readonly string[] {
  return nearestWords(word.toLowerCase(), TOPICS).slice(0, MAX_SUGGESTED);
}
