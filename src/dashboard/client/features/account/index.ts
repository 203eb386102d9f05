/**
 * The account of a person: name, language, password, second factor, passkeys, devices.
 * May know: who is signed in. Must never: know another person's account, or keep a secret once its window is closed.
 */

export const loadAccountPage = async () => (await import('./account-page.tsx')).AccountPage;
