import { isOwner } from '../data/me.ts';
import { NotHere } from '../ui/unknown.tsx';
import { words } from '../words/words.ts';
import { dailyPlaces } from './menu/places.tsx';

export function NowherePage() {
  const { menu, nowhereWhat } = words.value;
  return <NotHere title={menu.nowhere} what={nowhereWhat} near={dailyPlaces()[0]} />;
}

/**
 * Tells the reader that a page is only for owners. The reader may be an owner too, because some pages are only for
 * owners of the first workspace.
 */
export function OwnersPage() {
  const { owners, ownersWhat, firstOwners } = words.value.menu;
  return <NotHere title={owners} what={isOwner() ? firstOwners : ownersWhat} near={dailyPlaces()[0]} />;
}

/** Replaces a page for a reader whose role sees only a part of the shop. */
export function OthersPage() {
  const { othersPage, ownersWhat } = words.value.menu;
  return <NotHere title={othersPage} what={ownersWhat} near={dailyPlaces()[0]} />;
}

/** Replaces a form if the user is a viewer, because the server refuses all changes by viewers. */
export function LookingPage() {
  const { menu, orders } = words.value;
  return <NotHere title={menu.looking} what={menu.lookingWhat} near={{ to: '/app/orders', text: orders.title }} />;
}
