import {
  Banknote,
  BookOpen,
  ChartColumn,
  CircleQuestionMark,
  House,
  type IconNode,
  Inbox,
  KeyRound,
  Package,
  Plug,
  ReceiptText,
  Settings,
  Truck,
  Users,
  Webhook,
} from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { ask } from '../../data/api.ts';
import { here, isOwner, mayTakeOrders, seesOrders, seesShop, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { manualAddress } from '../../ui/page-title.tsx';
import { words } from '../../words/words.ts';
import { settingsHome } from '../owners-pages.ts';
import { TroubleDot } from './trouble-dot.tsx';

interface Place {
  readonly to: string;
  readonly text: string;
  readonly icon: IconNode;
  /** Additional addresses that belong to this line of the menu. */
  readonly also?: readonly string[];
  readonly mark?: (path: string) => ComponentChildren;
}

const deliveries = (): Place => ({ to: '/app/deliveries', text: words.value.menu.deliveries, icon: Truck });

const orders = (): Place => ({
  to: '/app/orders',
  text: words.value.orders.title,
  icon: ReceiptText,
  also: ['/app/print'],
});

/** Returns the pages for daily work, with the start page first. A phone always shows them. */
export const dailyPlaces = (): readonly [Place, ...Place[]] =>
  seesShop()
    ? [
        { to: '/app', text: words.value.start.overview, icon: House },
        orders(),
        { to: '/app/inquiries', text: words.value.menu.inquiries, icon: Inbox, mark: () => <Untouched /> },
      ]
    : seesOrders()
      ? [orders(), deliveries()]
      : [deliveries()];

export const shopPlaces = (): readonly Place[] =>
  seesShop()
    ? [
        ...(mayTakeOrders() ? [deliveries()] : []),
        { to: '/app/clients', text: words.value.menu.clients, icon: Users },
        { to: '/app/payments', text: words.value.menu.payments, icon: Banknote },
        { to: '/app/reports', text: words.value.menu.reports, icon: ChartColumn },
        { to: '/app/stock', text: words.value.menu.stock, icon: Package },
      ]
    : [];

export function integrationPlaces(): readonly Place[] {
  const w = words.value;
  const webhooks: Place = {
    to: '/app/webhooks',
    text: w.webhooks,
    icon: Webhook,
    mark: (path) => <TroubleDot path={path} />,
  };
  if (!seesShop()) return [];
  if (!isOwner()) return [webhooks];
  return [
    webhooks,
    { to: '/app/connect', text: w.menu.connect, icon: Plug },
    { to: '/app/keys', text: w.keys, icon: KeyRound },
  ];
}

export function lastPlaces(): readonly Place[] {
  const to = settingsHome();
  if (to === undefined) return [];
  return [{ to, text: words.value.settings.title, icon: Settings, also: ['/app/settings/', '/app/history'] }];
}

export const isAt = ({ to, also = [] }: Place, path: string): boolean =>
  to === '/app' ? path === to : [to, ...also].some((one) => path.startsWith(one));

interface PlaceLinkProps {
  readonly place: Place;
  readonly path: string;
  readonly class?: string;
  readonly followed?: () => void;
}

export const PlaceLink = ({ place, path, followed, ...rest }: PlaceLinkProps) => (
  <a {...rest} href={place.to} aria-current={isAt(place, path) ? 'page' : undefined} onClick={followed}>
    <Icon of={place.icon} />
    {place.text}
    {place.mark?.(path)}
  </a>
);

export function Integration(link: Omit<PlaceLinkProps, 'place'>) {
  const places = integrationPlaces();
  if (places.length === 0) return null;
  return (
    <>
      <p class="menu-group meta">{words.value.menu.integration}</p>
      {places.map((place) => (
        <PlaceLink key={place.to} place={place} {...link} />
      ))}
    </>
  );
}

/**
 * Links to the manual's page on the current topic, and to the reference. Both are pages of the server, not of the
 * dashboard.
 */
export function ReferenceLink() {
  const { path } = useLocation();
  const w = words.value;
  return (
    <>
      <a class="menu-manual" href={manualAddress(path)} target="_blank" rel="noopener">
        <Icon of={CircleQuestionMark} />
        {w.manual}
      </a>
      {seesShop() && (
        <a href="/docs" target="_blank" rel="noopener">
          <Icon of={BookOpen} />
          {w.reference}
        </a>
      )}
    </>
  );
}

const MOST_SHOWN = 99;

function Untouched() {
  const id = workspaceId();
  // The id is empty after signing out, while the pages are still being removed.
  const load = async () => (id === '' ? undefined : ask(here().inquiries.untouched.get()));
  const { data } = useLoaded(load, id, { on: ['inquiries'], later: true });
  const number = data?.count ?? 0;
  if (number === 0) return null;
  return (
    <span class="count menu-untouched">
      <span aria-hidden="true">{number > MOST_SHOWN ? `${MOST_SHOWN}+` : number}</span>
      <span class="unseen"> {plural(number, words.value.menu.untouched)}</span>
    </span>
  );
}
