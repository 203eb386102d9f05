import { eq, getTableColumns } from 'drizzle-orm';
import { type Issue, validationFailed } from '../base/index.ts';
import { type Db, retention } from '../storage/index.ts';
import { type ActorCtx, diff, findFirstWorkspace, isSame, writeAudit } from '../workspaces/index.ts';

export interface Retention {
  /**
   * The days to keep events and their deliveries; null keeps them forever. An event with a waiting delivery is always
   * kept.
   */
  readonly eventsDays: number | null;
  /** The number of attempts to keep for each endpoint; null keeps all. */
  readonly attempts: number | null;
  readonly callsDays: number;
  /** The days to keep mails after they were sent or given up; null keeps them forever. */
  readonly mailsDays: number | null;
  /** The days to keep sessions after their end. */
  readonly sessionsDays: number;
}

interface Bound {
  readonly least: number;
  readonly most: number;
  /** True if the setting may be null. Null keeps everything. */
  readonly mayStay: boolean;
}

const TEN_YEARS = 3_650;
export const RETENTION_BOUNDS: Readonly<Record<keyof Retention, Bound>> = {
  // Missed events can be sent again for at least 30 days (contract, section 5).
  eventsDays: { least: 30, most: TEN_YEARS, mayStay: true },
  // The dashboard shows the last 50 attempts (contract, section 5), so at least 50 are kept.
  attempts: { least: 50, most: 100_000, mayStay: true },
  // The list of API keys shows each key's calls of the last 7 days, so they are kept that long. If the file of the
  // calls is full, older calls are deleted sooner.
  callsDays: { least: 7, most: 90, mayStay: false },
  mailsDays: { least: 7, most: TEN_YEARS, mayStay: true },
  sessionsDays: { least: 1, most: TEN_YEARS, mayStay: false },
};

const FIELDS = ['eventsDays', 'attempts', 'callsDays', 'mailsDays', 'sessionsDays'] as const;

const { one, judgedAt, ...columns } = getTableColumns(retention);

export function readRetention(db: Db): Retention {
  const row = db.select(columns).from(retention).get();
  if (row === undefined) throw new Error('the row of the retention is gone');
  return row;
}

/**
 * Changes the settings in the patch. The history of the first workspace records the change.
 * @throws validation_failed with the field and its bounds
 */
export async function changeRetention({ storage, actor }: ActorCtx, patch: Partial<Retention>): Promise<void> {
  const issues = FIELDS.flatMap((field) => issueOf(field, patch[field]));
  if (issues.length > 0) throw validationFailed(issues);
  await storage.write((tx) => {
    const before = readRetention(tx.db);
    const changes = diff(before, patch);
    if (isSame(changes)) return;
    tx.db.update(retention).set(patch).where(eq(one, 1)).run();
    const first = findFirstWorkspace(tx.db);
    if (first === undefined) return;
    writeAudit(tx, { workspaceSeq: first.seq, actor, action: 'retention.changed', subject: 'retention', changes });
  });
}

function issueOf(field: keyof Retention, value: number | null | undefined): Issue[] {
  const { least, most, mayStay } = RETENTION_BOUNDS[field];
  const isGood =
    value === undefined ||
    (value === null && mayStay) ||
    (value !== null && Number.isInteger(value) && value >= least && value <= most);
  if (isGood) return [];
  const unit = field === 'attempts' ? field : 'days';
  return [{ path: field, rule: mayStay ? 'kept_or_all' : 'kept_between', unit, least, most }];
}
