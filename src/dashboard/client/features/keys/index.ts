/**
 * API keys: creating, replacing and revoking them.
 * May know: scopes and sources. Must never: show a key a second time.
 */

export const loadKeysPage = async () => (await import('./keys-page.tsx')).KeysPage;
