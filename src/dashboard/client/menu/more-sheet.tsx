import { useState } from 'preact/hooks';
import { Dialog, Problem } from '../parts.tsx';
import { me, signOut, words } from '../state.ts';
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
  const [problem, setProblem] = useState<unknown>();
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
        {problem !== undefined && <Problem error={problem} />}
        <div class="sheet-foot">
          <Installation />
          <button type="button" onClick={() => void signOut().catch(setProblem)}>
            {words.value.signOut}
          </button>
          <button type="button" onClick={onClose}>
            {words.value.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
