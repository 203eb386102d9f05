import { backupMail, type Language, lastMailAt, queueMail } from '../mail/index.ts';
import { type Tx, workspaces } from '../storage/index.ts';
import { ownersOf, ownersOfAll } from '../workspaces/index.ts';
import { findLastGood } from './journal.ts';

/** What the mails must know of the installation. */
export interface BackupTelling {
  /** Origin of the dashboard; null where nobody said how people reach it. */
  readonly publicUrl: string | null;
}

const ONCE_IN_MS = 24 * 3_600_000;
const NOBODY = { email: '', language: 'en' };

/** Tells of a failure, once in 24 hours. A clock that went back is no reason to be silent. */
export function tellFailed(tx: Tx, telling: BackupTelling, target: string, reason: string): void {
  const lastAt = lastMailAt(tx.db, 'backup_failed');
  const worksAt = lastMailAt(tx.db, 'backup_works') ?? 0;
  if (lastAt !== undefined && lastAt > worksAt && lastAt <= tx.now && tx.now - lastAt < ONCE_IN_MS) return;
  tell(tx, telling, 'failed', target, reason);
}

/** Tells that it works again, to those who heard that it does not. */
export function tellWorks(tx: Tx, telling: BackupTelling, target: string): void {
  const lastAt = lastMailAt(tx.db, 'backup_failed');
  if (lastAt === undefined || (lastMailAt(tx.db, 'backup_works') ?? 0) >= lastAt) return;
  tell(tx, telling, 'works', target, '');
}

function tell(tx: Tx, { publicUrl }: BackupTelling, news: 'failed' | 'works', target: string, reason: string): void {
  const workspace = tx.db.select().from(workspaces).orderBy(workspaces.seq).limit(1).get();
  if (workspace === undefined) return;
  const all = ownersOfAll(tx.db);
  const owners = all.length > 0 ? all : ownersOf(tx.db, workspace.seq);
  // With nobody to write to, the same text stands in the log.
  for (const { email, language: read } of owners.length === 0 ? [NOBODY] : owners) {
    const language: Language = read === 'ru' ? 'ru' : 'en';
    const format = new Intl.DateTimeFormat(language === 'ru' ? 'ru-RU' : 'en-GB', {
      ...{ timeZone: workspace.timeZone, dateStyle: 'medium', timeStyle: 'long' },
    });
    const good = findLastGood(tx.db);
    const worded = backupMail(language, news, {
      ...{ workspaceName: workspace.name, target, reason, at: format.format(tx.now) },
      lastGood: good === undefined ? null : format.format(good.startedAt),
      dashboardUrl: publicUrl === null ? null : `${publicUrl}/app/settings/backups?workspace=${workspace.id}`,
    });
    const kind = news === 'failed' ? 'backup_failed' : 'backup_works';
    queueMail(tx, { workspaceSeq: workspace.seq, kind, recipient: email, worded });
  }
}
