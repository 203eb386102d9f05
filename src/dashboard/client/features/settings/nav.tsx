import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { me, ownsInstallation } from '../../data/me.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';

/** The pages of the settings in their order; another one is a line here, with its word in page-words. */
const PAGES = ['workspace', 'people', 'statuses', 'stages', 'history', 'mail', 'backups', 'system'] as const;
export type SettingsPage = (typeof PAGES)[number];
/** What concerns the whole installation is for those whom it belongs to. */
const INSTALLATION: readonly SettingsPage[] = ['mail', 'backups', 'system'];

/** The stages are set up beside the board that they make. */
const ELSEWHERE: Partial<Record<SettingsPage, string>> = {
  stages: '/app/inquiries/settings',
  history: '/app/history',
};
const addressOf = (page: SettingsPage): string => ELSEWHERE[page] ?? `/app/settings/${page}`;

/** Heads every page of the settings. */
export function SettingsNav() {
  const { path } = useLocation();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the row is longer than the screen.
    const here = bar.current?.querySelector('[aria-current]');
    here?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  if (me.value === null) return null;
  return (
    <>
      <div class="head">
        <PageTitle>{words.value.settings.title}</PageTitle>
      </div>
      <nav ref={bar} class="tabs" aria-label={words.value.settings.title}>
        {PAGES.filter((page) => ownsInstallation() || !INSTALLATION.includes(page)).map((page) => (
          <a key={page} href={addressOf(page)} aria-current={path === addressOf(page) ? 'page' : undefined}>
            {pageWords.value.nav[page]}
          </a>
        ))}
      </nav>
    </>
  );
}
