import { ArrowLeft, Plus } from 'lucide';
import type { RefObject } from 'preact';
import { factorNeeded, logoAddress, mayTakeOrders, seesOrders, workspace } from '../../data/me.ts';
import { Icon } from '../../ui/icon.tsx';
import { HelpLink } from '../../ui/page-title.tsx';
import { isPhone } from '../../ui/phone.ts';
import { Toasts } from '../../ui/toast.tsx';
import { useInSight } from '../../ui/use-in-sight.ts';
import { pageTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { Chooser } from '../workspaces/chooser.tsx';
import { Mark } from '../workspaces/mark.tsx';
import { MenuBar } from './menu-bar.tsx';
import { PersonMenu } from './person.tsx';
import { dailyPlaces, Integration, lastPlaces, PlaceLink, ReferenceLink, shopPlaces } from './places.tsx';

export function Menu({ path }: { readonly path: string }) {
  const nav = useInSight(path);
  if (factorNeeded()) {
    return (
      <header class="rail">
        {isPhone.value ? brand() : deskBrand(path)}
        {toasts()}
      </header>
    );
  }
  // The phone and the desktop share one header, so that an open search stays open when the screen is rotated.
  return (
    <>
      <header class="rail">{isPhone.value ? phoneHead(path) : deskHead(path, nav)}</header>
      {isPhone.value && <MenuBar path={path} />}
    </>
  );
}

const search = () => workspace.value !== undefined && seesOrders() && <PaletteButton key="search" />;

/** Every page has this button, because an order may arrive at any moment. */
function newOrder(look: 'bare' | 'menu-new') {
  const text = words.value.orders.newOrder;
  return (
    mayTakeOrders() && (
      <a class={`button ${look}`} href="/app/orders/new" aria-label={text} title={text}>
        <Icon of={Plus} />
        {look === 'menu-new' && <span>{text}</span>}
      </a>
    )
  );
}

/** Toasts are part of the frame, so that they cover nothing on the page. */
const toasts = () => <Toasts key="toasts" />;

const brand = () => <Mark name={workspace.value?.name ?? ''} picture={logoAddress()} />;

const deskBrand = (path: string) => (
  <div class="menu-brand">
    <Chooser path={path} />
  </div>
);

function deskHead(path: string, nav: RefObject<HTMLElement | null>) {
  const w = words.value;
  return (
    <>
      {deskBrand(path)}
      {search()}
      {newOrder('menu-new')}
      <nav aria-label={w.mainNavigation} ref={nav}>
        {[...dailyPlaces(), ...shopPlaces()].map((place) => (
          <PlaceLink key={place.to} place={place} path={path} />
        ))}
        <Integration path={path} />
        <ReferenceLink />
        {lastPlaces().map((place) => (
          <PlaceLink key={place.to} place={place} path={path} class="menu-last" />
        ))}
      </nav>
      {toasts()}
      <PersonMenu />
    </>
  );
}

function parentOf(path: string): string | undefined {
  if (path.startsWith('/app/print/')) return '/app/orders';
  const [, app, place, below] = path.split('/');
  return below === undefined || place === 'settings' ? undefined : `/${app}/${place}`;
}

function phoneHead(path: string) {
  const back = parentOf(path);
  const w = words.value;
  return (
    <>
      {back === undefined ? (
        brand()
      ) : (
        <a class="button bare" href={back} aria-label={w.menu.back}>
          <Icon of={ArrowLeft} />
        </a>
      )}
      <p class="menu-title" aria-hidden="true">
        {pageTitle.value}
      </p>
      {toasts()}
      {workspace.value !== undefined && <HelpLink />}
      {search()}
      {newOrder('bare')}
    </>
  );
}
