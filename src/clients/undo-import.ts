import { eq, sql } from 'drizzle-orm';
import { auditImport, handOn, type ImportKind, type MadeRows } from '../imports/index.ts';
import { clientDates, clients, importMade } from '../storage/index.ts';
import { saveKept, writeDates } from './change-client.ts';
import type { ClientDate, KeptClient } from './kept.ts';

/** A client that others were merged into is not removed. */
const isJoined = sql`EXISTS (SELECT 1 FROM clients AS other WHERE other.merged_into = ${clients.seq})`;

export const IMPORTED_CLIENTS: MadeRows = {
  table: sql`${clients}`,
  seq: sql`${clients.seq}`,
  id: sql`${clients.id}`,
  name: sql`iif(${clients.name} = '', substr(${clients.key}, 2), ${clients.name})`,
  isGone: sql`0`,
  isChanged: sql`(${clients.version} <> ${importMade.version} OR (${importMade.before} IS NULL AND ${isJoined}))`,
};

interface Before extends Pick<KeptClient, 'name' | 'phone' | 'email' | 'note' | 'addresses'> {
  readonly dates: readonly ClientDate[];
  /** The version of the row; absent in rows of an older version of Docket. */
  readonly version?: number;
}

/**
 * Writes the client as it was before the import. Later versions of Docket also read this text, so fields may be added
 * but never changed.
 */
export function writeBefore(
  { name, phone, email, note, addresses, version }: KeptClient,
  dates: readonly ClientDate[],
): string {
  return JSON.stringify({ name, phone, email, note, addresses, dates, version } satisfies Before);
}

export const UNDO_OF_CLIENTS: ImportKind['undo'] = {
  rows: IMPORTED_CLIENTS,
  takeBack(tx, job, { seq, before }) {
    if (before === null) {
      tx.db.delete(clientDates).where(eq(clientDates.clientSeq, seq)).run();
      tx.db.delete(clients).where(eq(clients.seq, seq)).run();
      return;
    }
    const row = tx.db.select().from(clients).where(eq(clients.seq, seq)).get();
    if (row === undefined) return;
    const { dates, version, ...fields }: Before = JSON.parse(before);
    const after = saveKept(tx, { ...row, ...fields });
    writeDates(tx, after, dates);
    handOn(tx, job, { seq, from: version, to: after.version });
  },
  finish(tx, job, { deleted = 0, reverted = 0, kept = 0 }) {
    auditImport(tx, job, 'clients.import_undone', { removed: deleted, changed: reverted, kept });
    tx.notify('orders', job.workspace.seq);
  },
};
