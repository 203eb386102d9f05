import { type FailureReason, reasonOfFetchError } from './failure-reason.ts';
import type { RunPart } from './handshakes.ts';
import { connectByTls, type TlsDestination } from './metered-tls.ts';

interface Greeting extends TlsDestination {
  readonly timeoutMs: number;
}

/**
 * Connects, verifies the certificate and hangs up. Sends nothing beyond the TLS handshake. Never throws.
 * @returns the reason why the server cannot be used now; null if it can
 */
export async function greetByTls(
  handshake: RunPart,
  { timeoutMs, ...destination }: Greeting,
): Promise<FailureReason | null> {
  const { promise, resolve } = Promise.withResolvers<FailureReason | null>();
  const { socket } = connectByTls(destination, handshake);
  const timer = setTimeout(() => resolve('timeout'), timeoutMs);
  socket.once('secureConnect', () => {
    resolve(socket.authorized ? null : reasonOfFetchError(socket.authorizationError));
  });
  socket.on('error', (error) => resolve(reasonOfFetchError(error)));
  socket.once('close', () => resolve('connection_closed'));
  const reason = await promise;
  clearTimeout(timer);
  socket.destroy();
  return reason;
}
