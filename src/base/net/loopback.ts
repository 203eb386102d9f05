import { isIP } from 'node:net';

/** Whether a host, as a URL has it, is this machine. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/** Whether what goes to an address is encrypted, or stays on this machine. */
export function isSafeToSend(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol !== 'http:' || isLoopbackHost(url.hostname);
}
