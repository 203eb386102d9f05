import { type MailInForce, readMailServer } from '../mail-server/index.ts';
import { keyFilePath } from '../storage/index.ts';
import type { DashboardDeps } from './deps.ts';

type MailDeps = Pick<DashboardDeps, 'storage' | 'mail'>;

export const mailInForce = ({ storage, mail }: MailDeps): MailInForce =>
  readMailServer(storage.read, keyFilePath(storage.path), mail.given);

/** Whether mails leave this machine. */
export function canMail(deps: MailDeps): boolean {
  const { kind } = mailInForce(deps);
  return kind === 'given' || kind === 'saved';
}
