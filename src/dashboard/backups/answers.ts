import { t } from 'elysia';
import type { BackupCause, BackupHealth, BackupKind, BackupRun } from '../../backups/index.ts';
import type { backupRefusal } from '../../base/index.ts';
import type { SealOrigin } from '../../storage/index.ts';
import { answers, byName, Count, closed, given, Instant, list, nullable, Text, word } from '../desk/index.ts';

const Counts = byName(Count);

export const Run = closed({
  cause: word<BackupCause>(),
  target: Text,
  name: nullable(Text),
  outcome: word<BackupRun['outcome']>(),
  bytes: nullable(Count),
  reason: nullable(Text),
  startedAt: Instant,
});
export const BackupFile = closed({
  name: Text,
  bytes: Count,
  kind: word<BackupKind>(),
  takenAt: Instant,
  schemaVersion: nullable(Count),
  cause: nullable(word<BackupCause>()),
});
type Unreadable = ReturnType<typeof backupRefusal> & { readonly message: string };
/** The rule that the folder breaks, with its parameters; null if the folder is readable. */
const Trouble = given<Unreadable | null>();
export const Destination = closed({ target: Text, at: Instant, made: t.Boolean(), trouble: Trouble });
const Store = closed({ endpoint: nullable(Text), region: nullable(Text), accessKey: Text });
/** The settings saved on the page. Null means that the default applies or that nothing is set. */
const Saved = closed({
  to: nullable(Text),
  at: nullable(Text),
  keep: nullable(Count),
  keepDays: nullable(Count),
  store: nullable(Store),
});
/** The flag, variable or line of the settings file that determines each setting; null if the page can set it. */
const GivenBy = closed({
  to: nullable(Text),
  at: nullable(Text),
  keep: nullable(Text),
  keepDays: nullable(Text),
  store: nullable(Text),
});
const files = { files: list(BackupFile), unreadable: Trouble };
export const Report = closed({
  address: Text,
  at: Instant,
  failure: nullable(Text),
  before: nullable(Counts),
  after: nullable(Counts),
  kept: nullable(Text),
  held: t.Boolean(),
});

export const BackupsAnswer = answers(
  closed({
    target: Text,
    keep: Count,
    keepDays: nullable(Count),
    schedule: Text,
    zone: Text,
    busy: t.Boolean(),
    trouble: nullable(word<NonNullable<BackupHealth['trouble']>>()),
    nextAt: nullable(Instant),
    lastGood: nullable(Run),
    lastScheduled: nullable(Run),
    failure: nullable(Run),
    runs: list(Run),
    ...files,
    destination: nullable(Destination),
    /** True if this database was restored and nobody has chosen the destination of its next backups yet. */
    asks: t.Boolean(),
    saved: Saved,
    givenBy: GivenBy,
    restored: nullable(Report),
    /** The recovery sheet of the current seal key; `isKept` is true if anybody has ever opened the sheet. */
    sheet: closed({ key: nullable(Text), isKept: t.Boolean() }),
    /** The people and endpoints with secrets that this server cannot decrypt with any of its seal keys. */
    lost: closed({ factors: list(Text), endpoints: list(closed({ id: Text, url: Text, workspace: Text })) }),
  }),
);
export const SheetAnswer = answers(closed({ name: Text, text: Text }));
export const KeyAnswer = answers(closed({ name: Text }));
export const TestedAnswer = answers(closed({ destination: nullable(Destination) }));
/** `made`: true if the folder was created. */
export const SavedAnswer = answers(closed({ made: t.Boolean() }));

const checked = {
  address: Text,
  bytes: Count,
  sha256: Text,
  schemaVersion: Count,
  counts: Counts,
  takenAt: nullable(Instant),
  docket: nullable(Text),
  sealed: word<SealOrigin>(),
  /** The name of the seal key that sealed the backup, as the backup states it. */
  sealKey: nullable(Text),
};
const now = { now: nullable(Counts) };
export const CheckedAnswer = answers(closed({ ...checked, ...now }));
export const UploadedAnswer = answers(closed(checked));
/** `safety`: the name of the backup of the current data; null if there was nothing to back up. */
const restoring = { ...checked, ...now, safety: nullable(Text) };
export const Restoring = closed(restoring);
export const RestoringAnswer = answers(Restoring);
/**
 * `token`: lets the page ask for the restore's outcome. The page needs it because the restore ends the person's
 * session.
 */
export const OwnRestoringAnswer = answers(closed({ ...restoring, token: Text }));

export const SetupBackupsAnswer = answers(closed({ target: Text, ...files }));
/** `word`: true if the server has data, so that the confirming word must be typed. */
export const SetupCheckedAnswer = answers(closed({ name: Text, ...checked, ...now, word: t.Boolean() }));
export const SetupRestoredAnswer = answers(closed({ underWay: t.Boolean(), restored: nullable(Report) }));
