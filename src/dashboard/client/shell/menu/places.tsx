import type { ComponentChildren } from 'preact';
import { TroubleDot } from '../../ui/trouble-dot.tsx';
import { words } from '../../words/words.ts';
import { Untouched } from './untouched.tsx';

/** Where the menu leads. */
export interface Place {
  readonly to: string;
  readonly text: string;
  /** For owners alone. */
  readonly owner?: true;
  readonly mark?: (path: string) => ComponentChildren;
}

/** The three that are needed all day; on a phone they are always in reach. */
export const dailyPlaces = (): readonly Place[] => [
  { to: '/app', text: words.value.start.overview },
  { to: '/app/orders', text: words.value.orders.title },
  { to: '/app/inquiries', text: words.value.menu.inquiries, mark: () => <Untouched /> },
];

export const otherPlaces = (owner: boolean): readonly Place[] => {
  const w = words.value;
  const all: readonly Place[] = [
    { to: '/app/stock', text: w.menu.stock },
    { to: '/app/webhooks', text: w.webhooks, mark: (path) => <TroubleDot path={path} /> },
    { to: '/app/connect', text: w.menu.connect, owner: true },
    { to: '/app/keys', text: w.keys, owner: true },
    { to: '/app/history', text: w.menu.history, owner: true },
    { to: '/app/settings/workspace', text: w.settings.title, owner: true },
    { to: '/app/account', text: w.account },
  ];
  return all.filter((place) => owner || place.owner === undefined);
};

/** All pages of the settings are one place. */
const rootOf = (to: string): string => (to.startsWith('/app/settings/') ? '/app/settings/' : to);

export const isAt = ({ to }: Place, path: string): boolean =>
  to === '/app' ? path === to : path.startsWith(rootOf(to));

export function PlaceLink({
  place,
  path,
  followed,
  children,
}: {
  readonly place: Place;
  readonly path: string;
  readonly followed?: () => void;
  /** What stands before the words. */
  readonly children?: ComponentChildren;
}) {
  return (
    <a href={place.to} aria-current={isAt(place, path) ? 'page' : undefined} onClick={followed}>
      {children}
      {place.text}
      {place.mark?.(path)}
    </a>
  );
}

/** The reference is a page of the server, none of the dashboard's. */
export const ReferenceLink = () => (
  <a href="/docs" target="_self">
    {words.value.reference}
  </a>
);
