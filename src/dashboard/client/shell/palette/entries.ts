import type { ComponentChildren } from 'preact';
import { isOwner, mayChange, mayTakeOrders, me, saveOwn, seesOrders, seesShop, signOut } from '../../data/me.ts';
import { settingsPages } from '../../parts/settings-pages.ts';
import { offerOf } from '../../ui/offers.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { dailyPlaces, shopPlaces } from '../menu/places.tsx';

export interface Entry {
  readonly id: string;
  readonly group: 'orders' | 'clients' | 'pages' | 'actions' | 'own';
  readonly text: string;
  readonly beside?: string;
  /** Other words by which people look for the entry. */
  readonly also?: string;
  readonly show?: ComponentChildren;
  readonly act: () => void;
}

const EXPORT = 'export csv xlsx экспорт выгрузка выгрузить';
/** Other words by which people look for a page, in both languages. */
const ALSO: Readonly<Record<string, string>> = {
  '/app/orders': EXPORT,
  '/app/orders/schedules': EXPORT,
  '/app/payments': EXPORT,
  '/app/clients': EXPORT,
  '/app/reports': EXPORT,
  '/app/stock': EXPORT,
  '/app/stock?low=1': 'reorder purchase дозаказ закупка заказать',
  '/app/history': EXPORT,
  '/app/settings/client-data': 'forget erase забыть стереть удалить клиента',
};

function importPlaces(page: (to: string, text: string) => Entry): Entry[] {
  const { menu, orders, stock } = words.value;
  const imported = [
    ['orders', orders.title],
    ['stock', stock.title],
    ['clients', menu.clients],
    ['payments', menu.payments],
  ] as const;
  return imported.map(([of, what]) => ({
    ...page(`/app/${of}/import`, `${menu.importOrders}: ${what}`),
    also: 'import импорт загрузка',
  }));
}

function ownEntries(): Entry[] {
  const w = words.value;
  const { language, theme } = me.value?.person ?? {};
  const own = (id: string, text: string, act: () => Promise<void>): Entry => ({
    id,
    group: 'own',
    text,
    act: () => void act().catch(() => say(w.noAnswer)),
  });
  const themes = { system: w.themeSystem, light: w.themeLight, dark: w.themeDark };
  return [
    ...(language === 'ru'
      ? [own('english', w.palette.toEnglish, () => saveOwn({ language: 'en' }))]
      : [own('russian', w.palette.toRussian, () => saveOwn({ language: 'ru' }))]),
    ...(['system', 'light', 'dark'] as const)
      .filter((one) => one !== theme)
      .map((one) => own(`theme-${one}`, w.palette.theme(themes[one]), () => saveOwn({ theme: one }))),
    own('sign-out', w.signOut, signOut),
  ];
}

export function listEntries(route: (to: string) => void): Entry[] {
  const w = words.value;
  const owns = isOwner();
  const page = (to: string, text: string): Entry => ({
    id: to,
    group: 'pages',
    text,
    also: ALSO[to] ?? '',
    act: () => route(to),
  });
  const outside = (to: string, text: string): Entry => ({
    ...page(to, text),
    act: () => window.open(to, '_blank', 'noopener'),
  });
  const action = (id: string, text: string, act: () => void): Entry => ({ id, group: 'actions', text, act });
  const language = me.value?.person.language;
  const payment = offerOf('payment');
  return [
    ...(payment === undefined ? [] : [action('payment', w.palette.recordPayment, payment)]),
    ...(mayTakeOrders() ? [action('new-order', w.orders.newOrder, () => route('/app/orders/new'))] : []),
    ...[...dailyPlaces(), ...shopPlaces()].map(({ to, text }) => page(to, text)),
    ...(seesOrders() ? [page('/app/orders/schedules', w.orders.repeating)] : []),
    ...(mayChange() ? importPlaces(page) : []),
    ...(seesShop()
      ? [
          { ...page('/app/payments/till', w.till.title), also: w.till.also },
          page('/app/stock?low=1', `${w.stock.title}: ${w.stock.low}`),
          page('/app/stock/stocktakes', w.stock.stocktakes.title),
          page('/app/webhooks', w.webhooks),
        ]
      : []),
    ...(owns
      ? [
          page('/app/connect', w.menu.connect),
          page('/app/keys', w.keys),
          page('/app/history', w.settingsNav.history),
          page('/app/settings/workspace', w.settings.title),
        ]
      : []),
    ...settingsPages().flatMap(({ page: name, to }) =>
      name === 'workspace' || name === 'history'
        ? []
        : [{ ...page(to, w.settingsNav[name]), beside: w.settings.title }],
    ),
    page('/app/account', w.account),
    outside(language === 'ru' ? '/docs/manual/ru' : '/docs/manual', w.manual),
    ...(seesShop() ? [outside('/docs', w.reference)] : []),
    ...ownEntries(),
  ];
}

const fold = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

export function matching(entries: readonly Entry[], text: string): Entry[] {
  const all = fold(text).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => all.every((word) => fold(`${entry.text} ${entry.also ?? ''}`).includes(word)));
}
