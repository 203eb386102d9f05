import { isOwner } from '../data/me.ts';
import { NOWHERE } from '../ui/empty/drawings/nowhere.ts';
import { Empty } from '../ui/empty/empty.tsx';
import { useTitle } from '../ui/use-title.ts';
import { words } from '../words/words.ts';

function NotHere({ title, what }: { readonly title: string; readonly what: string }) {
  useTitle(title);
  return (
    <Empty drawing={NOWHERE} title={title} what={what} level={1}>
      <a class="button main" href="/app">
        {words.value.start.overview}
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
