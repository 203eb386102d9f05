import { UserRound } from 'lucide';
import { me, signOut } from '../../data/me.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import { Chooser } from '../workspaces/chooser.tsx';
import { Installation } from './installation.tsx';
import { Integration, lastPlaces, PlaceLink, ReferenceLink, shopPlaces } from './places.tsx';

interface MoreSheetProps {
  readonly path: string;
  readonly onClose: () => void;
}

export function MoreSheet({ path, onClose }: MoreSheetProps) {
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
