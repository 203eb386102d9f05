import { eq } from 'drizzle-orm';
import { type Issue, validationFailed } from '../base/index.ts';
import { type Db, retention } from '../storage/index.ts';
import { type ActorCtx, diff, findFirstWorkspace, isSame, writeAudit } from '../workspaces/index.ts';

/** The times for which the installation keeps data that it no longer needs. */
export interface Retention {
  /** Events and their deliveries, once nothing of them waits; null: without end. */
  readonly eventsDays: number | null;
  /** Attempts of each endpoint; null: all. */
  readonly attempts: number | null;
  readonly callsDays: number;
  /** Mails, after they went out or were given up; null: without end. */
  readonly mailsDays: number | null;
  /** Sessions, after their end. */
  readonly sessionsDays: number;
}

interface Bound {
  readonly least: number;
  readonly most: number;
  /** True if null is allowed, which keeps everything. */
  readonly mayStay: boolean;
}

const TEN_YEARS = 3_650;
export const RETENTION_BOUNDS: Readonly<Record<keyof Retention, Bound>> = {
  // Missed events can be sent again for 30 days at least (contract, section 5).
  eventsDays: { least: 30, most: TEN_YEARS, mayStay: true },
  // The last 50 are shown (contract, section 5), and one event has 8 of them.
  attempts: { least: 50, most: 100_000, mayStay: true },
  // The list of keys shows each key's calls of 7 days. The file of the calls also has a bound on its size.
  callsDays: { least: 7, most: 90, mayStay: false },
  mailsDays: { least: 7, most: TEN_YEARS, mayStay: true },
  sessionsDays: { least: 1, most: TEN_YEARS, mayStay: false },
};

const FIELDS = ['eventsDays', 'attempts', 'callsDays', 'mailsDays', 'sessionsDays'] as const;

const columns = {
  eventsDays: retention.eventsDays,
  attempts: retention.attempts,
  callsDays: retention.callsDays,
  mailsDays: retention.mailsDays,
  sessionsDays: retention.sessionsDays,
};

export function readRetention(db: Db): Retention {
  const row = db.select(columns).from(retention).get();
  if (row === undefined) throw new Error('the row of the retention is gone');
  return row;
}

/**
 * Changes the settings that the patch names, and records that in the history of the first workspace.
 *
 * @throws validation_failed that names the field and its bounds
 */
export async function changeRetention({ storage, actor }: ActorCtx, patch: Partial<Retention>): Promise<void> {
  const issues = FIELDS.flatMap((field) => issueOf(field, patch[field]));
  if (issues.length > 0) throw validationFailed(issues);
  await storage.write((tx) => {
    const before = readRetention(tx.db);
    const changes = diff(before, patch);
    if (isSame(changes)) return;
    tx.db.update(retention).set(patch).where(eq(retention.one, 1)).run();
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
