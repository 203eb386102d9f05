import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { clientDates, clients, type Db, type Tx } from '../storage/index.ts';
import { saveKept } from './change-client.ts';
import { datesOf, findKeptById, type Kept } from './kept.ts';

/** The findings among stored clients. */
interface MentionedClients {
  readonly own: readonly Kept[];
  /** Other clients whose name, note or dates name the person. */
  readonly others: readonly Kept[];
  /** The last row that was looked at; undefined: none is left. */
  readonly last: number | undefined;
}

const AT_ONCE = 200;

interface MentionQuery {
  readonly workspaceSeq: number;
  readonly after: number;
  readonly mentions: (text: string) => boolean;
}

export function findMentionedClients(db: Db, { workspaceSeq, after, mentions }: MentionQuery): MentionedClients {
  const rows = db
    .select()
    .from(clients)
    .where(and(eq(clients.workspaceSeq, workspaceSeq), gt(clients.seq, after)))
    .orderBy(asc(clients.seq))
    .limit(AT_ONCE)
    .all();
  const isOwn = ({ key, phone, email }: Kept): boolean => [key.slice(1), phone, email].some(mentions);
  const speaks = ({ seq, name, note }: Kept): boolean =>
    mentions(`${name} ${note}`) || datesOf(db, seq).some(({ title }) => mentions(title));
  const own = rows.filter(isOwn);
  return { own, others: rows.filter((row) => !own.includes(row) && speaks(row)), last: rows.at(-1)?.seq };
}

/** Takes away all that is kept of clients; those who were merged into one of them are on their own again. */
export function forgetKept(tx: Tx, { own, others }: Pick<MentionedClients, 'own' | 'others'>): void {
  const seqs = own.map(({ seq }) => seq);
  const all = [...seqs, ...others.map(({ seq }) => seq)];
  tx.db.delete(clientDates).where(inArray(clientDates.clientSeq, all)).run();
  tx.db.update(clients).set({ mergedInto: null }).where(inArray(clients.mergedInto, seqs)).run();
  tx.db.delete(clients).where(inArray(clients.seq, seqs)).run();
  for (const row of others) {
    const isAlone = row.mergedInto !== null && seqs.includes(row.mergedInto);
    saveKept(tx, { ...row, name: '', note: '', mergedInto: isAlone ? null : row.mergedInto });
  }
}

/** True if nothing is kept of a client any more. */
export const isForgotten = (db: Db, workspaceSeq: number, id: string): boolean =>
  findKeptById(db, workspaceSeq, id) === undefined;

/** All that is kept of clients, for a file of a person's data. */
export const keptFile = (db: Db, { key, name, phone, email, note, seq }: Kept): object => ({
  knownBy: key.slice(1),
  name,
  phone,
  email,
  note,
  dates: datesOf(db, seq),
});
