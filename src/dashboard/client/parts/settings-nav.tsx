import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { me } from '../data/me.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { useInSight } from '../ui/use-in-sight.ts';
import { useTitle } from '../ui/use-title.ts';
import { words } from '../words/words.ts';
import { STAGES, STATUSES, settingsPages } from './settings-pages.ts';

export function SettingsNav() {
  const { path } = useLocation();
  const pages = settingsPages();
  const shown = path === STAGES ? STATUSES : path;
  const bar = useInSight(shown);
  if (me.value === null) return null;
  return (
    <>
      <div class="head settings-head">
        <PageTitle>{words.value.settings.title}</PageTitle>
      </div>
      {/* A manager sees only one of these pages, so tabs are not needed. */}
      {pages.length > 1 && (
        <nav ref={bar} class="tabs" aria-label={words.value.settings.title}>
          {pages.map(({ page, to }) => (
            <a key={page} href={to} aria-current={shown === to ? 'page' : undefined}>
              {words.value.settingsNav[page]}
            </a>
          ))}
        </nav>
      )}
    </>
  );
}

interface SettingsPageProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ComponentChildren;
}

export function SettingsPage({ title, lead, children }: SettingsPageProps) {
  useTitle(title);
  return (
    <div class="settings-page">
      <SettingsNav />
      {lead !== undefined && <p class="lead">{lead}</p>}
      {children}
    </div>
  );
}
