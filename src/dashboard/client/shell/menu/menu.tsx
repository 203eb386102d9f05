import { workspace } from '../../data/me.ts';
import { words } from '../../words/words.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { Chooser } from '../workspaces/chooser.tsx';
import { Installation } from './installation.tsx';
import { MenuBar } from './menu-bar.tsx';
import { isPhone } from './phone.ts';
import { dailyPlaces, otherPlaces, PlaceLink, ReferenceLink } from './places.tsx';

/** The menu: a rail at the side; on a phone a line at the head and a bar at the foot. */
export function Menu({ path }: { readonly path: string }) {
  const owner = workspace.value?.role === 'owner';
  const search = workspace.value !== undefined && <PaletteButton />;
  if (isPhone.value) {
    return (
      <>
        <header class="rail">
          <div class="brand">
            <strong>Docket</strong>
            <span>{workspace.value?.name}</span>
          </div>
          {search}
        </header>
        <MenuBar path={path} owner={owner} />
      </>
    );
  }
  return (
    <header class="rail">
      <div class="brand">
        <strong>Docket</strong>
        <Chooser path={path} />
      </div>
      {search}
      <nav aria-label={words.value.mainNavigation}>
        {[...dailyPlaces(), ...otherPlaces(owner)].map((place) => (
          <PlaceLink key={place.to} place={place} path={path} />
        ))}
        <ReferenceLink />
      </nav>
      <Installation />
    </header>
  );
}
