import { type MailInForce, readMailServer } from '../../mail-server/index.ts';
import { keyFilePath } from '../../storage/index.ts';
import type { DashboardDeps } from './deps.ts';

type MailDeps = Pick<DashboardDeps, 'storage' | 'mail'>;
type LinkDeps = MailDeps & Pick<DashboardDeps, 'host'>;

export const mailInForce = ({ storage, mail }: MailDeps): MailInForce =>
  readMailServer(storage.read, keyFilePath(storage.path), mail.given);

/** True if mails leave this machine. */
export function canMail(deps: MailDeps): boolean {
  const { kind } = mailInForce(deps);
  return kind === 'given' || kind === 'saved';
}

/**
 * Where links lead that let their reader in and go by mail: the configured address, never what a request's Host says. Undefined:
 * no such mail is sent, for want of the address or of a mail server.
 */
export const mailUrlOf = (deps: LinkDeps): string | undefined =>
  canMail(deps) ? (deps.host.publicUrl ?? undefined) : undefined;
