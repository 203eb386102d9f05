import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { isLive, startLive, useHint } from '../data/live.ts';
import { factorNeeded, mayTakeOrders, refreshMe, seesOrders, seesShop, workspace } from '../data/me.ts';
import { isOnline } from '../data/online.ts';
import { ended, factorWanted } from '../data/session-ended.ts';
import { wearAccent } from '../ui/accent.ts';
import { useChords, useKeys } from '../ui/keys.ts';
import { lazyPart, unseenPart } from '../ui/lazy-part.tsx';
import { useGuardedRoute } from '../ui/leave.ts';
import { withOtherWords, words } from '../words/words.ts';
import { Menu } from './menu/menu.tsx';
import { dailyPlaces } from './menu/places.tsx';
import { LookingPage, OthersPage, OwnersPage } from './nowhere-page.tsx';
import { isHidden, onlyChanges, settingsHome } from './owners-pages.ts';
import { useSameWorkspace } from './workspaces/use-same-workspace.ts';

const ShortcutSheet = lazyPart(async () => (await withOtherWords(import('./shortcuts/sheet.tsx'))).ShortcutSheet);
const FactorPage = lazyPart(async () => (await withOtherWords(import('./factor-page.tsx'))).FactorPage);
const Unseen = unseenPart(async () => (await import('./workspaces/unseen.tsx')).Unseen);

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { path, route } = useLocation();
  const open = useGuardedRoute();
  const [sheet, setSheet] = useState(false);
  const id = workspace.value?.id;
  // A browser does not retry a live stream that was refused because nobody was signed in. After signing in, a new
  // stream starts.
  const listens = id !== undefined && ended.value === undefined && !factorNeeded();
  useEffect(() => (listens ? startLive(id) : undefined), [id, listens]);
  const accent = workspace.value?.accent ?? 'pine';
  useEffect(() => void wearAccent(document.documentElement, accent), [accent]);
  useSameWorkspace(id);
  // Reloads the workspace, because another person may have changed its name, its plan, a switch or the reader's role.
  const refresh = () => void refreshMe().catch(() => undefined);
  useHint('settings', refresh);
  useEffect(() => {
    if (factorWanted.value > 0 && !factorNeeded()) refresh();
  }, [factorWanted.value]);
  const [{ to: home }] = dailyPlaces();
  const isAway = path === '/app' && home !== path;
  useEffect(() => {
    if (isAway) route(home, true);
  }, [isAway, home]);
  const go = (to: string) => (): void => {
    if (seesShop() || !isHidden(to, workspace.value?.role ?? '')) open(to);
  };
  useChords({
    KeyH: go(home),
    KeyO: go('/app/orders'),
    KeyD: go('/app/deliveries'),
    KeyI: go('/app/inquiries'),
    KeyC: go('/app/clients'),
    KeyP: go('/app/payments'),
    KeyR: go('/app/reports'),
    KeyT: go('/app/stock'),
    KeyW: go('/app/webhooks'),
    KeyN: go('/app/connect'),
    KeyK: go('/app/keys'),
    KeyL: go('/app/history'),
    KeyS: () => open(settingsHome() ?? '/app/account'),
  });
  useKeys({
    'Shift+Slash': () => seesOrders() && setSheet(true),
    KeyN: () => mayTakeOrders() && !factorNeeded() && open('/app/orders/new'),
  });
  return (
    <>
      <a class="skip" href="#content">
        {words.value.skip}
      </a>
      <Menu path={path} />
      <main id="content" tabIndex={-1}>
        {!isOnline.value && (
          <p class="banner" role="alert">
            {words.value.offline}
          </p>
        )}
        {isOnline.value && !isLive.value && listens && <p class="banner quiet">{words.value.reconnecting}</p>}
        {!isAway && page(path, children)}
      </main>
      <Unseen />
      {sheet && <ShortcutSheet onClose={() => setSheet(false)} />}
    </>
  );
}

function page(path: string, children: ComponentChildren): ComponentChildren {
  const role = workspace.value?.role;
  if (role === undefined) return <p>{words.value.noWorkspace}</p>;
  if (factorNeeded()) return path === '/app/account' ? children : <FactorPage />;
  if (role === 'viewer' && onlyChanges(path)) return <LookingPage />;
  if (!isHidden(path, role)) return children;
  return seesShop() ? <OwnersPage /> : <OthersPage />;
}
