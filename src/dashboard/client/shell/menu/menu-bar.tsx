import { useState } from 'preact/hooks';
import { TroubleDot } from '../../ui/trouble-dot.tsx';
import { words } from '../../words/words.ts';
import { MoreSheet } from './more-sheet.tsx';
import { dailyPlaces, isAt, otherPlaces, PlaceLink } from './places.tsx';

/** Drawn on a square of 24, in the order of `dailyPlaces`: a house, a list, a sheet in a tray. */
const ICONS = [
  'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  'M5 6h.01M5 12h.01M5 18h.01M9 6h11M9 12h11M9 18h11',
  'M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5',
];
const MORE = 'M5 12h.01M12 12h.01M19 12h.01';

const Icon = ({ shape }: { readonly shape: string }) => (
  <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
    <path d={shape} />
  </svg>
);

/** On a phone: the three places of the day and the way to all others, in reach of the thumb. */
export function MenuBar({ path, owner }: { readonly path: string; readonly owner: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const inMore = otherPlaces(owner).some((place) => isAt(place, path));
  return (
    <nav class="menu-bar" aria-label={words.value.mainNavigation}>
      {dailyPlaces().map((place, at) => (
        <PlaceLink key={place.to} place={place} path={path}>
          <Icon shape={ICONS[at] ?? MORE} />
        </PlaceLink>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        // The page that is shown is one of those behind it.
        aria-current={inMore ? 'true' : undefined}
        onClick={() => setIsOpen(true)}
      >
        <Icon shape={MORE} />
        {words.value.menu.more}
        <TroubleDot path={path} />
      </button>
      {isOpen && <MoreSheet path={path} owner={owner} onClose={() => setIsOpen(false)} />}
    </nav>
  );
}
