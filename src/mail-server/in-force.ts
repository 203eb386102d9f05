import { type GivenMail, type Mailer, type MailSettings, unseal } from '../base/index.ts';
import { type Db, mailServer, readKeyFile } from '../storage/index.ts';
import { boundTo, type CheckedServer, mailSettingsOf } from './server.ts';

/** The saved mail server, without its password. */
type SavedServer = CheckedServer;

/**
 * The mail server in use. given: flags or environment variables name it, and saved settings are ignored. saved: a flag
 * may still name another sender. locked: the saved password can no longer be decrypted. none: no mail is sent.
 */
export type MailInForce =
  | { readonly kind: 'given'; readonly settings: MailSettings }
  | { readonly kind: 'saved'; readonly settings: MailSettings; readonly saved: SavedServer }
  | { readonly kind: 'locked'; readonly saved: SavedServer }
  | { readonly kind: 'none' };

const NEW_PASSWORD_NEEDED =
  'the password of the mail server must be entered again: the key file mail.key is missing, or is not the one it was saved with';

/**
 * Reads the mail server anew for each mail and page, so that a change by another process applies at once.
 * @param db undefined if there is no database yet
 * @param keyPath the file with the seal key
 */
export function readMailServer(db: Db | undefined, keyPath: string, given: GivenMail): MailInForce {
  if (given.smtpUrl !== undefined) {
    return { kind: 'given', settings: { smtpUrl: given.smtpUrl.value, from: given.from?.value } };
  }
  const row = db === undefined ? undefined : findSaved(db);
  if (row === undefined) return { kind: 'none' };
  const { sealedPassword, ...saved } = row;
  const password = sealedPassword === null ? '' : openPassword(saved, sealedPassword, keyPath);
  if (password === undefined) return { kind: 'locked', saved };
  return { kind: 'saved', saved, settings: mailSettingsOf(saved, password, given.from?.value) };
}

interface SavedRow extends SavedServer {
  readonly sealedPassword: Uint8Array | null;
}

export function findSaved(db: Db): SavedRow | undefined {
  const { host, port, tls, user, sealedPassword, sender } = mailServer;
  return db.select({ host, port, tls, user, sealedPassword, sender }).from(mailServer).get();
}

/**
 * Decrypts the saved password. Returns undefined without the seal key that encrypted it. The encryption is bound to the
 * saved server and user. So it also returns undefined if these changed outside Docket.
 */
export function openPassword(server: CheckedServer, sealed: Uint8Array, keyPath: string): string | undefined {
  const key = readKeyFile(keyPath);
  return key === undefined ? undefined : unseal(key, sealed, boundTo(server));
}

/**
 * Returns a mailer for the current mail server; undefined if none is set. If the saved password cannot be decrypted,
 * the mailer fails to send each mail and reports this reason. Failed mails are tried again later.
 */
export function mailerInForce(found: MailInForce, connect: (settings: MailSettings) => Mailer): Mailer | undefined {
  switch (found.kind) {
    case 'none':
      return undefined;
    case 'locked': {
      const refused = { ok: false, step: 'auth', reason: NEW_PASSWORD_NEEDED } as const;
      return { send: async () => refused, verify: async () => refused };
    }
    case 'given':
    case 'saved':
      return connect(found.settings);
    default:
      return found satisfies never;
  }
}
