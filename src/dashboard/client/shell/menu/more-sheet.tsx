import { me, signOut } from '../../data/me.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import { Chooser } from '../workspaces/chooser.tsx';
import { Installation } from './installation.tsx';
import { otherPlaces, PlaceLink, ReferenceLink } from './places.tsx';

interface MoreSheetProps {
  readonly path: string;
  readonly owner: boolean;
  readonly onClose: () => void;
}

/** What the bar at the foot has no room for. */
export function MoreSheet({ path, owner, onClose }: MoreSheetProps) {
  const sending = useSending();
  return (
    <Dialog title={words.value.menu.more} onClose={onClose}>
      <div class="sheet">
        {(me.value?.workspaces.length ?? 0) > 1 && <Chooser path={path} />}
        <div class="places">
          {otherPlaces(owner).map((place) => (
            <PlaceLink key={place.to} place={place} path={path} followed={onClose} />
          ))}
          <ReferenceLink />
        </div>
        {sending.error !== undefined && <Problem error={sending.error} />}
        <div class="sheet-foot">
          <Installation />
          <ActButton sending={sending} act={signOut}>
            {words.value.signOut}
          </ActButton>
          <button type="button" onClick={onClose}>
            {words.value.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
