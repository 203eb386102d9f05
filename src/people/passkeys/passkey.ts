import { and, eq } from 'drizzle-orm';
import { AppError, type PasskeySite } from '../../base/index.ts';
import { type Db, passkeys } from '../../storage/index.ts';

/** Returns the one error for every problem, such as an unknown passkey or a late, repeated or wrong signature. */
export const refused = (): AppError => new AppError({ rule: 'passkey_refused' });

/** The ways to reach a device (Web Authentication Level 3, section 5.8.4). A browser ignores unknown ones. */
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

interface Descriptor {
  type: 'public-key';
  /** The credential id in base64url. */
  id: string;
  transports: (typeof TRANSPORTS)[number][];
}

export const descriptorsOf = (db: Db, personSeq: number, site: PasskeySite): Descriptor[] =>
  db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(and(eq(passkeys.personSeq, personSeq), eq(passkeys.rpId, site.rpId)))
    .all()
    .map(({ id, transports }) => ({ type: 'public-key', id, transports: listOf(transports) }));

function listOf(kept: string): Descriptor['transports'] {
  const list: unknown = JSON.parse(kept);
  return Array.isArray(list) ? TRANSPORTS.filter((known) => list.includes(known)) : [];
}
