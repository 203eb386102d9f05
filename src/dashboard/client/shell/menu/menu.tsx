import { ArrowLeft, Plus } from 'lucide';
import { workspace } from '../../data/me.ts';
import { mayChange } from '../../data/orders.ts';
import { Icon } from '../../ui/icon.tsx';
import { pageTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { Chooser } from '../workspaces/chooser.tsx';
import { Mark } from '../workspaces/mark.tsx';
import { MenuBar } from './menu-bar.tsx';
import { PersonMenu } from './person.tsx';
import { isPhone } from './phone.ts';
import { dailyPlaces, integrationPlaces, lastPlaces, PlaceLink, ReferenceLink, stockPlace } from './places.tsx';

/** The menu: a rail at the side; on a phone a line at the head and a bar at the foot. */
export function Menu({ path }: { readonly path: string }) {
  const owner = workspace.value?.role === 'owner';
  const w = words.value;
  if (isPhone.value) {
    return (
      <>
        <PhoneHead path={path} />
        <MenuBar path={path} owner={owner} />
      </>
    );
  }
  return (
    <header class="rail">
      <div class="brand">
        <Chooser path={path} />
      </div>
      {workspace.value !== undefined && <PaletteButton />}
      <nav aria-label={w.mainNavigation}>
        {[...dailyPlaces(), stockPlace()].map((place) => (
          <PlaceLink key={place.to} place={place} path={path} />
        ))}
        <p class="group meta">{w.menu.integration}</p>
        {integrationPlaces(owner).map((place) => (
          <PlaceLink key={place.to} place={place} path={path} />
        ))}
        <ReferenceLink />
        {lastPlaces(owner).map((place) => (
          <PlaceLink key={place.to} place={place} path={path} class="last" />
        ))}
      </nav>
      <PersonMenu />
    </header>
  );
}

/** Where a page below another leads back to; undefined for a place of the menu. */
function parentOf(path: string): string | undefined {
  if (path.startsWith('/app/print/')) return '/app/orders';
  const [, app, place, below] = path.split('/');
  return below === undefined || place === 'settings' ? undefined : `/${app}/${place}`;
}

function PhoneHead({ path }: { readonly path: string }) {
  const back = parentOf(path);
  const w = words.value;
  return (
    <header class="rail">
      {back === undefined ? (
        <Mark name={workspace.value?.name ?? ''} />
      ) : (
        <a class="button bare" href={back} aria-label={w.menu.back}>
          <Icon of={ArrowLeft} />
        </a>
      )}
      <p class="title" aria-hidden="true">
        {pageTitle.value}
      </p>
      {workspace.value !== undefined && <PaletteButton />}
      {mayChange() && (
        <a class="button bare" href="/app/orders/new" aria-label={w.orders.newOrder}>
          <Icon of={Plus} />
        </a>
      )}
    </header>
  );
}
