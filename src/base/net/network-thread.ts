/** A path that no server can listen on, so nothing leaves the process. */
const NOBODY = '/dev/null/nobody';

/**
 * Starts Bun's thread for outgoing requests before clients connect. The first request would start it otherwise. If no
 * file can be opened at that moment, the whole process ends (Bun 1.4.5). Never throws.
 */
export async function beginNetworkThread(): Promise<void> {
  await fetch('http://localhost/', { unix: NOBODY }).catch(() => undefined);
}
