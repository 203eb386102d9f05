/** A path that no server can listen on, so nothing leaves the process. */
const NOBODY = '/dev/null/nobody';

/**
 * Starts Bun's thread for outgoing requests before clients connect. Otherwise the first request starts it, and Bun
 * 1.4.5 ends the process if no file can be opened then. Never throws.
 */
export async function beginNetworkThread(): Promise<void> {
  await fetch('http://localhost/', { unix: NOBODY }).catch(() => undefined);
}
