/**
 * The settings: workspace, time slots, statuses and stages, people, backups, mail server, system.
 * May know: the reader's role. Must never: treat a setting as changed before the server has confirmed it.
 */

export const loadWorkspacePage = async () => (await import('./workspace-page.tsx')).WorkspacePage;
export const loadFlowsPage = async () => (await import('./flows/flows-page.tsx')).FlowsPage;
export const loadSlotsPage = async () => (await import('./slots-page.tsx')).SlotsPage;
export const loadClientDataPage = async () => (await import('./client-data-page.tsx')).ClientDataPage;
export const loadPeoplePage = async () => (await import('./people-page.tsx')).PeoplePage;
export const loadBackupsPage = async () => (await import('./backups-page.tsx')).BackupsPage;
export const loadMailPage = async () => (await import('./mail-page.tsx')).MailPage;
export const loadSystemPage = async () => (await import('./system-page.tsx')).SystemPage;
