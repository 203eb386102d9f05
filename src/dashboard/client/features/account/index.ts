/**
 * The account page: name, language, password, second factor, passkeys, devices.
 * May know: who is signed in. Must never: know another person's account, or keep a secret after its dialog is closed.
 */

export const loadAccountPage = async () => (await import('./account-page.tsx')).AccountPage;
