import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { me, words, workspace } from './state.ts';
import { TroubleDot } from './webhooks/trouble-dot.tsx';

/** What stands around every page: where one is, where one can go, and what kind of installation this is. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { path } = useLocation();
  const installation = me.value?.installation;
  const link = (to: string, text: string, mark?: ComponentChildren) => (
    <a href={to} aria-current={path.startsWith(to) || (path === '/app' && to === '/app/webhooks') ? 'page' : undefined}>
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
          {link('/app/webhooks', words.value.webhooks, <TroubleDot path={path} />)}
          {workspace.value?.role === 'owner' && link('/app/keys', words.value.keys)}
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
        {workspace.value === undefined ? <p>{words.value.noWorkspace}</p> : children}
      </main>
    </>
  );
}
