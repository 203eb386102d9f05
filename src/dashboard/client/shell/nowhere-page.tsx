import { isOwner } from '../data/me.ts';
import { NOWHERE } from '../ui/empty/drawings/nowhere.ts';
import { Empty } from '../ui/empty/empty.tsx';
import { useTitle } from '../ui/use-title.ts';
import { words } from '../words/words.ts';

interface NotHereProps {
  readonly title: string;
  readonly what: string;
  /** The page that the reader may have wanted; the overview where none is near. */
  readonly near?: { readonly to: string; readonly name: string };
}

function NotHere({ title, what, near = { to: '/app', name: words.value.start.overview } }: NotHereProps) {
  useTitle(title, '');
  return (
    <Empty drawing={NOWHERE} title={title} what={what} level={1}>
      <a class="button main" href={near.to}>
        {near.name}
      </a>
    </Empty>
  );
}

/** At an address that is none of ours, or no longer one. */
export function NowherePage() {
  const { menu, nowhereWhat } = words.value;
  return <NotHere title={menu.nowhere} what={nowhereWhat} />;
}

/** In place of a page that no menu leads its reader to. */
export function OwnersPage() {
  const { owners, ownersWhat, firstOwners } = words.value.menu;
  return <NotHere title={owners} what={isOwner() ? firstOwners : ownersWhat} />;
}

/** In place of a form whose end would be a refusal. */
export function LookingPage() {
  const { menu, orders } = words.value;
  return <NotHere title={menu.looking} what={menu.lookingWhat} near={{ to: '/app/orders', name: orders.title }} />;
}
