/**
 * Instructions to connect a program: commands to copy, the latest calls, a check of signatures.
 * May know: the public API's addresses and examples. Must never: show a key, or call the API with one.
 */

export const loadConnectPage = async () => (await import('./connect-page.tsx')).ConnectPage;
