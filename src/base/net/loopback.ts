import { isIP } from 'node:net';

export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/** Returns true if the traffic to an address is encrypted, or stays on this machine. */
export function isSafeToSend(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol !== 'http:' || isLoopbackHost(url.hostname);
}
