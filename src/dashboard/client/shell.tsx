import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Untouched } from './inquiries/untouched.tsx';
import { isLive, isOnline, startLive, useHint } from './live.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { useChords, useKeys } from './shortcuts/keys.ts';
import { ShortcutSheet } from './shortcuts/sheet.tsx';
import { me, refreshMe, words, workspace } from './state.ts';
import { Toasts } from './toast.tsx';
import { TroubleDot } from './webhooks/trouble-dot.tsx';
import { Chooser } from './workspaces/chooser.tsx';
import { useSameWorkspace } from './workspaces/use-same-workspace.ts';

/** What stands around every page: where one is, where one can go, and what kind of installation this is. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { path, route } = useLocation();
  const [sheet, setSheet] = useState(false);
  const id = workspace.value?.id;
  const owner = workspace.value?.role === 'owner';
  useEffect(() => (id === undefined ? undefined : startLive(id)), [id]);
  useSameWorkspace(id);
  // Name, plan, switches and one's own role may have been changed by somebody else.
  useHint('settings', () => void refreshMe().catch(() => undefined));
  useChords({
    KeyH: () => route('/app'),
    KeyO: () => route('/app/orders'),
    KeyI: () => route('/app/inquiries'),
    KeyW: () => route('/app/webhooks'),
    KeyK: () => route('/app/keys'),
    KeyL: () => route('/app/history'),
    KeyS: () => route(owner ? '/app/settings/workspace' : '/app/account'),
  });
  useKeys({ 'Shift+Slash': () => setSheet(true) });
  const installation = me.value?.installation;
  const link = (to: string, text: string, mark?: ComponentChildren) => (
    <a href={to} aria-current={(to === '/app' ? path === to : path.startsWith(to)) ? 'page' : undefined}>
      {text}
      {mark}
    </a>
  );
  return (
    <>
      <a class="skip" href="#content">
        {words.value.skip}
      </a>
      <header class="rail">
        <div class="brand">
          <strong>Docket</strong>
          <Chooser path={path} />
        </div>
        {workspace.value !== undefined && <PaletteButton />}
        <nav aria-label={words.value.mainNavigation}>
          {link('/app', words.value.start.overview)}
          {link('/app/orders', words.value.orders.title)}
          {link('/app/inquiries', words.value.menu.inquiries, <Untouched />)}
          {link('/app/stock', words.value.menu.stock)}
          {link('/app/webhooks', words.value.webhooks, <TroubleDot path={path} />)}
          {owner && link('/app/connect', words.value.menu.connect)}
          {owner && link('/app/keys', words.value.keys)}
          {owner && link('/app/history', words.value.menu.history)}
          {owner && (
            <a href="/app/settings/workspace" aria-current={path.startsWith('/app/settings/') ? 'page' : undefined}>
              {words.value.settings.title}
            </a>
          )}
          {link('/app/account', words.value.account)}
          <a href="/docs" target="_self">
            {words.value.reference}
          </a>
        </nav>
        <p class="meta">
          {installation?.environment === 'dev' && <span class="chip busy">dev</span>} {workspace.value?.plan} ·{' '}
          {installation?.version}
        </p>
      </header>
      <main id="content" tabIndex={-1}>
        {!isOnline.value && (
          <p class="banner" role="alert">
            {words.value.offline}
          </p>
        )}
        {isOnline.value && !isLive.value && <p class="banner quiet">{words.value.reconnecting}</p>}
        {workspace.value === undefined ? <p>{words.value.noWorkspace}</p> : children}
      </main>
      <Toasts />
      {sheet && <ShortcutSheet onClose={() => setSheet(false)} />}
    </>
  );
}
