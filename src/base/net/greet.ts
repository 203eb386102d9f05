import { connect } from 'node:tls';
import { type FailureReason, reasonOfFetchError } from './failure-reason.ts';

interface Greeting {
  /** The exact address that was checked. */
  readonly address: string;
  readonly port: number;
  readonly serverName: string | undefined;
  readonly ca: string | undefined;
  readonly timeoutMs: number;
}

/**
 * Connects, verifies the certificate and hangs up. Sends nothing beyond the TLS handshake. Never throws.
 * @returns the reason why the server cannot be used now; null if it can
 */
export async function greetByTls({
  address,
  port,
  serverName,
  ca,
  timeoutMs,
}: Greeting): Promise<FailureReason | null> {
  const { promise, resolve } = Promise.withResolvers<FailureReason | null>();
  const socket = connect({
    host: address,
    port,
    ...(serverName !== undefined && { servername: serverName }),
    ...(ca !== undefined && { ca }),
  });
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
