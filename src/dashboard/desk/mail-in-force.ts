import { type MailInForce, readMailServer } from '../../mail-server/index.ts';
import { keyFilePath } from '../../storage/index.ts';
import type { DashboardDeps } from './deps.ts';

type MailDeps = Pick<DashboardDeps, 'storage' | 'mail'>;
type LinkDeps = MailDeps & Pick<DashboardDeps, 'host'>;

export const mailInForce = ({ storage, mail }: MailDeps): MailInForce =>
  readMailServer(storage.read, keyFilePath(storage.path), mail.given);

/** Returns true if Docket can send mail: a mail server is set, and its password can be read. */
export function canMail(deps: MailDeps): boolean {
  const { kind } = mailInForce(deps);
  return kind === 'given' || kind === 'saved';
}

/**
 * Returns the base address of mailed links that give access. It is the configured address, never a request's Host.
 * Undefined if an address or a mail server is missing, so that no such mail is sent.
 */
export const mailUrlOf = (deps: LinkDeps): string | undefined =>
  canMail(deps) ? (deps.host.publicUrl ?? undefined) : undefined;
