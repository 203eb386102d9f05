import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Untouched } from './inquiries/untouched.tsx';
import { isLive, isOnline, startLive } from './live.ts';
import { useChords, useKeys } from './shortcuts/keys.ts';
import { ShortcutSheet } from './shortcuts/sheet.tsx';
import { me, words, workspace } from './state.ts';
import { Toasts } from './toast.tsx';
import { TroubleDot } from './webhooks/trouble-dot.tsx';

/** What stands around every page: where one is, where one can go, and what kind of installation this is. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { path, route } = useLocation();
  const [sheet, setSheet] = useState(false);
  const id = workspace.value?.id;
  useEffect(() => (id === undefined ? undefined : startLive(id)), [id]);
  useChords({
    KeyH: () => route('/app'),
    KeyO: () => route('/app/orders'),
    KeyI: () => route('/app/inquiries'),
    KeyW: () => route('/app/webhooks'),
    KeyK: () => route('/app/keys'),
    KeyL: () => route('/app/history'),
    KeyS: () => route('/app/account'),
  });
  useKeys({ 'Shift+Slash': () => setSheet(true) });
  const installation = me.value?.installation;
  const owner = workspace.value?.role === 'owner';
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
        <p class="brand">
          <strong>Docket</strong>
          <span>{workspace.value?.name}</span>
        </p>
        <nav aria-label={words.value.mainNavigation}>
          {link('/app', words.value.start.overview)}
          {link('/app/orders', words.value.orders.title)}
          {link('/app/inquiries', words.value.inquiries.title, <Untouched />)}
          {link('/app/webhooks', words.value.webhooks, <TroubleDot path={path} />)}
          {owner && link('/app/connect', words.value.connect.title)}
          {owner && link('/app/keys', words.value.keys)}
          {owner && link('/app/history', words.value.history.title)}
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
