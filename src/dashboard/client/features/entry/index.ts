/**
 * Ways in: signing in, the pages behind one-time links, and starting from a backup.
 * May know: the words for guests. Must never: need the words or pages behind the sign-in.
 */
export { SignInPage } from './sign-in/sign-in-page.tsx';

export const loadSetupPage = async () => (await import('./setup/setup-page.tsx')).SetupPage;
export const loadResetPage = async () => (await import('./setup/reset-page.tsx')).ResetPage;
