import { isIP } from 'node:net';

/** The site where passkeys are created and used; a browser offers them nowhere else. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origin: string;
}

const EVERYWHERE = ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::'];

/**
 * Determines the site of passkeys. Browsers create them only for a domain over https, or for localhost and its
 * subdomains.
 * @param publicUrl an origin; undefined if the service is used at the address where it listens
 * @returns undefined if browsers cannot create passkeys there
 */
export function passkeySiteOf(publicUrl: string | undefined, host: string, port: number): PasskeySite | undefined {
  if (publicUrl === undefined) {
    return EVERYWHERE.includes(host)
      ? { rpId: 'localhost', origin: new URL(`http://localhost:${port}`).origin }
      : undefined;
  }
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  return (protocol === 'https:' && !isAddress) || isLocal ? { rpId: hostname, origin } : undefined;
}
