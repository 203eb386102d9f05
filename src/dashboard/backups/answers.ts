import { t } from 'elysia';
import type { BackupCause, BackupHealth, BackupKind, BackupRun } from '../../backups/index.ts';
import type { backupRefusal } from '../../base/index.ts';
import {
  answers,
  byName,
  Count,
  closed,
  given,
  Instant,
  list,
  MaybeCount,
  MaybeInstant,
  MaybeText,
  nullable,
  Text,
  word,
} from '../wire.ts';

/** What the page of backups, and the set-up page, are answered. */

/** Rows by table. */
const Counts = byName(Count);

const Run = closed({
  cause: word<BackupCause>(),
  target: Text,
  name: MaybeText,
  outcome: word<BackupRun['outcome']>(),
  bytes: MaybeCount,
  schemaVersion: MaybeCount,
  reason: MaybeText,
  startedAt: Instant,
  finishedAt: MaybeInstant,
});
const BackupFile = closed({
  name: Text,
  bytes: Count,
  kind: word<BackupKind>(),
  takenAt: Instant,
  schemaVersion: MaybeCount,
  cause: nullable(word<BackupCause>()),
});
type Unreadable = ReturnType<typeof backupRefusal> & { readonly message: string };
/** `unreadable`: the rule that the folder breaks, with its parameters. */
const files = { files: list(BackupFile), unreadable: given<Unreadable | null>() };
const Report = closed({
  address: Text,
  at: Instant,
  failure: MaybeText,
  before: nullable(Counts),
  after: nullable(Counts),
  kept: MaybeText,
});

export const BackupsAnswer = answers(
  closed({
    target: Text,
    keep: Count,
    keepDays: MaybeCount,
    schedule: Text,
    zone: Text,
    busy: t.Boolean(),
    trouble: nullable(word<NonNullable<BackupHealth['trouble']>>()),
    nextAt: MaybeInstant,
    lastGood: nullable(Run),
    runs: list(Run),
    ...files,
    restored: nullable(Report),
  }),
);

const checked = {
  address: Text,
  bytes: Count,
  sha256: Text,
  schemaVersion: Count,
  counts: Counts,
  takenAt: MaybeInstant,
  docket: MaybeText,
};
const now = { now: nullable(Counts) };
/** A backup that was read whole. */
export const CheckedAnswer = answers(closed({ ...checked, ...now }));
export const UploadedAnswer = answers(closed(checked));
/** `safety`: the name of the backup that was made of the present. */
export const Restoring = closed({ ...checked, ...now, safety: MaybeText });
export const RestoringAnswer = answers(Restoring);

export const SetupBackupsAnswer = answers(closed({ target: Text, ...files }));
/** `word`: so much is here already that the word is to be typed. */
export const SetupCheckedAnswer = answers(closed({ name: Text, ...checked, ...now, word: t.Boolean() }));
export const SetupRestoredAnswer = answers(closed({ underWay: t.Boolean(), restored: nullable(Report) }));
