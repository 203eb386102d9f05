import {
  type DestinationTrouble,
  type Language,
  type PlaceTrouble,
  type RefusalOf,
  toLanguage,
} from '../base/index.ts';
import { backupMail, lastMailAt, type MailedFacts, queueMail, restoredMail, timeInWords } from '../mail/index.ts';
import { mailReadersOf } from '../people/index.ts';
import type { Storage, Tx } from '../storage/index.ts';
import { findFirstWorkspace, type Workspace } from '../workspaces/index.ts';
import { findLastGood } from './journal.ts';

const ONCE_IN_MS = 24 * 3_600_000;

interface Failure {
  readonly target: string;
  readonly reason: string;
  readonly refusal?: RefusalOf<'backup_trouble'>;
}

const KINDS: Readonly<Record<PlaceTrouble, DestinationTrouble>> = {
  full: 'full',
  quota: 'full',
  too_large: 'full',
  missing: 'missing',
  no_parent: 'missing',
  gone: 'missing',
  unmarked: 'missing',
  no_folder: 'missing',
  in_the_way: 'missing',
  denied: 'refused',
  read_only: 'refused',
  silent: 'silent',
  failing: 'other',
  altered: 'other',
};

export function destinationTrouble({ refusal }: Pick<Failure, 'refusal'>): DestinationTrouble {
  if (refusal?.rule === 'backup_room') return 'full';
  if (refusal?.rule === 'backup_place') return KINDS[refusal.trouble];
  if (refusal?.rule === 'backup_bucket') return refusal.trouble;
  return refusal?.rule === 'backup_keys' ? 'refused' : 'other';
}

/**
 * Mails owners about a failure, at most once in 24 hours. A mail dated in the future does not count, because the clock
 * was set back.
 */
export function tellFailed(tx: Tx, telling: MailedFacts, failure: Failure): void {
  const lastAt = lastMailAt(tx.db, 'backup_failed');
  const worksAt = lastMailAt(tx.db, 'backup_works') ?? 0;
  if (lastAt !== undefined && lastAt > worksAt && lastAt <= tx.now && tx.now - lastAt < ONCE_IN_MS) return;
  tell(tx, telling, 'failed', failure);
}

export function tellWorks(tx: Tx, telling: MailedFacts, target: string): void {
  const lastAt = lastMailAt(tx.db, 'backup_failed');
  if (lastAt === undefined || (lastMailAt(tx.db, 'backup_works') ?? 0) >= lastAt) return;
  tell(tx, telling, 'works', { target, reason: '' });
}

function tell(tx: Tx, { publicUrl }: MailedFacts, news: 'failed' | 'works', run: Failure): void {
  const good = findLastGood(tx.db, tx.now);
  eachOwner(tx, ({ workspace, language, worded }) => ({
    kind: news === 'failed' ? 'backup_failed' : 'backup_works',
    worded: backupMail(language, news, {
      workspaceName: workspace.name,
      target: run.target,
      reason: run.reason,
      trouble: destinationTrouble(run),
      at: worded(tx.now),
      lastGood: good === undefined ? null : worded(good.startedAt),
      dashboardUrl: publicUrl === null ? null : `${publicUrl}/app/settings/backups?workspace=${workspace.id}`,
    }),
  }));
}

/** @param at milliseconds since the epoch */
export function tellRestored(
  storage: Storage,
  { address, at, kept }: { readonly address: string; readonly at: number; readonly kept: string | null },
): Promise<void> {
  return storage.write((tx) =>
    eachOwner(tx, ({ workspace, language, worded }) => ({
      kind: 'restored',
      worded: restoredMail(language, { workspaceName: workspace.name, address, kept, at: worded(at) }),
    })),
  );
}

interface Reader {
  readonly workspace: Workspace;
  readonly language: Language;
  /** Formats a time in the reader's language and the first workspace's zone. */
  readonly worded: (ms: number) => string;
}

type Letter = Pick<Parameters<typeof queueMail>[1], 'kind' | 'worded'>;

function eachOwner(tx: Tx, write: (reader: Reader) => Letter): void {
  const workspace = findFirstWorkspace(tx.db);
  if (workspace === undefined) return;
  for (const { email, language: read } of mailReadersOf(tx.db, workspace.seq)) {
    const language = toLanguage(read);
    const letter = write({ workspace, language, worded: (ms) => timeInWords(ms, language, workspace.timeZone) });
    queueMail(tx, { workspaceSeq: workspace.seq, recipient: email, ...letter });
  }
}
