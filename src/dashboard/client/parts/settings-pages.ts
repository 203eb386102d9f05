import { isOwner, mayChange, ownsInstallation } from '../data/me.ts';

/** The pages in the sequence of their tabs. To add a page, add a line here and its word in words/…/settings-nav.ts. */
const PAGES = [
  'workspace',
  'people',
  'statuses',
  'slots',
  'history',
  'client-data',
  'mail',
  'backups',
  'system',
] as const;
type SettingsPage = (typeof PAGES)[number];
const INSTALLATION: readonly SettingsPage[] = ['mail', 'backups', 'system'];

/** Statuses and stages share one page. */
export const STATUSES = '/app/settings/statuses';
export const STAGES = '/app/settings/stages';

const ELSEWHERE: Partial<Record<SettingsPage, string>> = { history: '/app/history' };

/** The settings that managers need for their daily work. */
const MANAGERS: readonly SettingsPage[] = ['slots'];

function isOpen(page: SettingsPage): boolean {
  if (isOwner()) return ownsInstallation() || !INSTALLATION.includes(page);
  return mayChange() && MANAGERS.includes(page);
}

export const settingsPages = (): readonly { readonly page: SettingsPage; readonly to: string }[] =>
  PAGES.filter(isOpen).map((page) => ({
    page,
    to: ELSEWHERE[page] ?? `/app/settings/${page}`,
  }));
