/** A path that no server can listen on, so nothing leaves the process. */
const NOBODY = '/dev/null/nobody';

/**
 * Begins Bun's thread for outgoing requests, which the first one would begin otherwise, in whatever thread it is made.
 * A process that has no file left to open then ends as a whole (Bun 1.4.5). Each connection takes a file, so call this
 * before anybody may connect. Never throws.
 */
export async function beginNetworkThread(): Promise<void> {
  await fetch('http://localhost/', { unix: NOBODY }).catch(() => undefined);
}
