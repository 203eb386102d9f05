import { Ellipsis, UserRound } from 'lucide';
import { useState } from 'preact/hooks';
import { me, seesShop, signOut } from '../../data/me.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import { Chooser } from '../workspaces/chooser.tsx';
import { Installation } from './installation.tsx';
import {
  dailyPlaces,
  Integration,
  integrationPlaces,
  isAt,
  lastPlaces,
  PlaceLink,
  ReferenceLink,
  shopPlaces,
} from './places.tsx';
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

interface MoreSheetProps {
  readonly path: string;
  readonly onClose: () => void;
}

function MoreSheet({ path, onClose }: MoreSheetProps) {
  const sending = useSending();
  const w = words.value;
  const account = { to: '/app/account', text: w.account, icon: UserRound };
  const link = { path, followed: onClose };
  return (
    <Dialog title={w.menu.more} onClose={onClose}>
      <div class="sheet">
        {(me.value?.workspaces.length ?? 0) > 1 && (
          <div class="menu-brand">
            <Chooser path={path} />
          </div>
        )}
        <div class="menu-places">
          {shopPlaces().map((place) => (
            <PlaceLink key={place.to} place={place} {...link} />
          ))}
          <Integration {...link} />
          <ReferenceLink />
          <p class="menu-group meta">{w.menu.yours}</p>
          {[...lastPlaces(), account].map((place) => (
            <PlaceLink key={place.to} place={place} {...link} />
          ))}
        </div>
        <Problem error={sending.error} />
        <div class="sheet-foot">
          <Installation />
          <ActButton sending={sending} act={signOut}>
            {w.signOut}
          </ActButton>
          <button type="button" onClick={onClose}>
            {w.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
