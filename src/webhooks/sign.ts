import { VERSION } from '../base/index.ts';
import { eventIdOf } from './events.ts';

const PREFIX = 'whsec_';
const KEYS_KEPT = 256;
const keys = new Map<string, Uint8Array>();

function keyOf(secret: string): Uint8Array {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  if (keys.size >= KEYS_KEPT) keys.clear();
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  keys.set(secret, key);
  return key;
}

/**
 * Creates the headers that sign a body by Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over
 * `id.timestamp.body`. Each secret produces one signature; a space separates them. The key is the decoded secret, not
 * its text.
 * @param secrets `whsec_` and base64; the current one first
 * @param atMs the start of this attempt; the header has whole seconds
 */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  atMs: number,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(atMs / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${new Bun.CryptoHasher('sha256', keyOf(secret)).update(content).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

export const requestHeaders = (
  secrets: readonly string[],
  body: string,
  atMs: number,
): Readonly<Record<string, string>> => ({
  ...signatureHeaders(secrets, eventIdOf(body), atMs, body),
  'content-type': 'application/json',
  'user-agent': `Docket/${VERSION}`,
});
