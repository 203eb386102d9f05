import { isOwner } from '../data/me.ts';
import { NOWHERE } from '../ui/empty/drawings/nowhere.ts';
import { Empty } from '../ui/empty/empty.tsx';
import { useTitle } from '../ui/use-title.ts';
import { words } from '../words/words.ts';
import { dailyPlaces } from './menu/places.tsx';

interface NotHereProps {
  readonly title: string;
  readonly what: string;
  /** The page that the reader may have wanted, or the first page of the menu if no address is similar. */
  readonly near?: { readonly to: string; readonly text: string };
}

function NotHere({ title, what, near = dailyPlaces()[0] }: NotHereProps) {
  useTitle(title, '');
  return (
    <Empty drawing={NOWHERE} title={title} what={what} level={1}>
      <a class="button main" href={near.to}>
        {near.text}
      </a>
    </Empty>
  );
}

export function NowherePage() {
  const { menu, nowhereWhat } = words.value;
  return <NotHere title={menu.nowhere} what={nowhereWhat} />;
}

/**
 * Tells the reader that a page is only for owners. The reader may be an owner too, because some pages are only for
 * owners of the first workspace.
 */
export function OwnersPage() {
  const { owners, ownersWhat, firstOwners } = words.value.menu;
  return <NotHere title={owners} what={isOwner() ? firstOwners : ownersWhat} />;
}

/** Replaces a page for a reader whose role sees only a part of the shop. */
export function OthersPage() {
  const { othersPage, ownersWhat } = words.value.menu;
  return <NotHere title={othersPage} what={ownersWhat} />;
}

/** Replaces a form if the user is a viewer, because the server refuses all changes by viewers. */
export function LookingPage() {
  const { menu, orders } = words.value;
  return <NotHere title={menu.looking} what={menu.lookingWhat} near={{ to: '/app/orders', text: orders.title }} />;
}
