import { Ellipsis } from 'lucide';
import { useState } from 'preact/hooks';
import { seesShop } from '../../data/me.ts';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../../words/words.ts';
import { MoreSheet } from './more-sheet.tsx';
import { dailyPlaces, integrationPlaces, isAt, lastPlaces, PlaceLink, shopPlaces } from './places.tsx';
import { TroubleDot } from './trouble-dot.tsx';

/** Shows the bar on a phone, within reach of the thumb: three pages for daily work, and a button for all others. */
export function MenuBar({ path }: { readonly path: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const others = [...shopPlaces(), ...integrationPlaces(), ...lastPlaces()];
  const inMore = path === '/app/account' || others.some((place) => isAt(place, path));
  return (
    <nav class="menu-bar" aria-label={words.value.mainNavigation}>
      {dailyPlaces().map((place) => (
        <PlaceLink key={place.to} place={place} path={path} />
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={inMore ? 'true' : undefined}
        onClick={() => setIsOpen(true)}
      >
        <Icon of={Ellipsis} />
        {words.value.menu.more}
        {seesShop() && <TroubleDot path={path} />}
      </button>
      {isOpen && <MoreSheet path={path} onClose={() => setIsOpen(false)} />}
    </nav>
  );
}
