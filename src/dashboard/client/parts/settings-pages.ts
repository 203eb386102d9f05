import { isOwner, mayChange, ownsInstallation } from '../data/me.ts';

/** The pages of the settings in sequence. To add a page, add a line here and its word in words/…/settings-nav.ts. */
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
/** Pages about the whole installation, for its owners. */
const INSTALLATION: readonly SettingsPage[] = ['mail', 'backups', 'system'];

/** Statuses and stages share one page. */
export const STATUSES = '/app/settings/statuses';
export const STAGES = '/app/settings/stages';

/** Settings pages whose addresses are not below `/app/settings`. */
const ELSEWHERE: Partial<Record<SettingsPage, string>> = { history: '/app/history' };

/** Managers also see the pages needed for daily work. */
const MANAGERS: readonly SettingsPage[] = ['slots'];

function isOpen(page: SettingsPage): boolean {
  if (isOwner()) return ownsInstallation() || !INSTALLATION.includes(page);
  return mayChange() && MANAGERS.includes(page);
}

/** Returns the pages that the reader may open, with their addresses. */
export const settingsPages = (): readonly { readonly page: SettingsPage; readonly to: string }[] =>
  PAGES.filter(isOpen).map((page) => ({
    page,
    to: ELSEWHERE[page] ?? `/app/settings/${page}`,
  }));
