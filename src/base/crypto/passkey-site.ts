import { isIP } from 'node:net';

/** The site where passkeys are made and used; a browser gives them to no other place. */
export interface PasskeySite {
  /** The domain, the "relying party id". */
  readonly rpId: string;
  /** The origin as browsers write it: `https://orders.example.com`. */
  readonly origin: string;
}

const EVERYWHERE = ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::'];

/**
 * Browsers make passkeys for a domain over https alone, and for this machine's own name.
 *
 * @param publicUrl an origin; undefined: the service is reached where it listens
 * @returns undefined where they make none
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
