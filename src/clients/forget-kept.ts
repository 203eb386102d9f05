import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { filterInSteps, type Steps } from '../base/index.ts';
import type { Mentions } from '../orders/index.ts';
import { clientDates, clients, type Db, importMade, imports, type Tx } from '../storage/index.ts';
import { saveKept } from './change-client.ts';
import { datesOf, findKeptById, type KeptClient } from './kept.ts';

/** The stored clients that mention a person. */
interface MentionedClients {
  readonly own: readonly KeptClient[];
  /** Other clients whose name, note, addresses or dates mention the person. */
  readonly others: readonly KeptClient[];
  /** Rows that imports keep for an undo: rows of these clients, and rows whose former texts mention the person. */
  readonly made: readonly ImportMark[];
  /** The last row that was checked; undefined if none is left. */
  readonly last: number | undefined;
  /** True if the rows have not changed since the check. Every change of a client's data also changes its row. */
  readonly isSame: (db: Db) => boolean;
}

type ImportMark = Pick<typeof importMade.$inferSelect, 'importSeq' | 'madeSeq' | 'before'>;

const AT_ONCE = 200;
/** A separator that occurs in neither a phone nor an address. */
const BETWEEN = ', ';

interface MentionQuery {
  readonly workspaceSeq: number;
  readonly after: number;
  readonly mentions: Mentions;
}

export function* findMentionedClients(
  db: Db,
  { workspaceSeq, after, mentions }: MentionQuery,
): Steps<MentionedClients> {
  const read = (from: Db): KeptClient[] =>
    from
      .select()
      .from(clients)
      .where(and(eq(clients.workspaceSeq, workspaceSeq), gt(clients.seq, after)))
      .orderBy(asc(clients.seq))
      .limit(AT_ONCE)
      .all();
  // All reads happen at one moment. So a text moving between a client and the undo data is found in one of them.
  const rows = read(db);
  const seqs = rows.map(({ seq }) => seq);
  const all = madeOf(db, workspaceSeq, seqs);
  const titles = new Map(seqs.map((seq) => [seq, datesOf(db, seq).map(({ title }) => title)]));
  const own = yield* filterInSteps(rows, ({ key, phone, email }) =>
    mentions([key.slice(1), phone, email].join(BETWEEN)),
  );
  const left = rows.filter((row) => !own.includes(row));
  const others = yield* filterInSteps(left, ({ seq, name, note, addresses }) =>
    mentions([name, note, addresses, ...(titles.get(seq) ?? [])].join(BETWEEN)),
  );
  const found = new Set([...own, ...others].map(({ seq }) => seq));
  const made = yield* filterInSteps(all, function* ({ madeSeq, before }) {
    return found.has(madeSeq) || (yield* mentions(before ?? ''));
  });
  return { own, others, made, last: rows.at(-1)?.seq, isSame: (now) => Bun.deepEquals(read(now), rows) };
}

function madeOf(db: Db, workspaceSeq: number, seqs: readonly number[]): ImportMark[] {
  const ofClients = db
    .select({ seq: imports.seq })
    .from(imports)
    .where(and(eq(imports.workspaceSeq, workspaceSeq), eq(imports.kind, 'clients')));
  const { importSeq, madeSeq, before } = importMade;
  return db
    .select({ importSeq, madeSeq, before })
    .from(importMade)
    .where(and(inArray(importSeq, ofClients), inArray(madeSeq, [...seqs])))
    .all();
}

/** Deletes all stored data of clients. Clients that were merged into one of them become separate again. */
export function forgetKept(tx: Tx, { own, others, made }: Pick<MentionedClients, 'own' | 'others' | 'made'>): void {
  const seqs = own.map(({ seq }) => seq);
  const all = [...seqs, ...others.map(({ seq }) => seq)];
  tx.db.delete(clientDates).where(inArray(clientDates.clientSeq, all)).run();
  for (const { importSeq, madeSeq } of made) {
    tx.db
      .delete(importMade)
      .where(and(eq(importMade.importSeq, importSeq), eq(importMade.madeSeq, madeSeq)))
      .run();
  }
  tx.db.update(clients).set({ mergedInto: null }).where(inArray(clients.mergedInto, seqs)).run();
  tx.db.delete(clients).where(inArray(clients.seq, seqs)).run();
  for (const row of others) {
    const isAlone = row.mergedInto !== null && seqs.includes(row.mergedInto);
    saveKept(tx, { ...row, name: '', note: '', addresses: '', mergedInto: isAlone ? null : row.mergedInto });
  }
}

/** True if no data of the client is stored. */
export const isForgotten = (db: Db, workspaceSeq: number, id: string): boolean =>
  findKeptById(db, workspaceSeq, id) === undefined;

/** The stored data of a client, for the file of a person's data. */
export const keptFile = (db: Db, { key, name, phone, email, note, addresses, seq }: KeptClient): object => ({
  knownBy: key.slice(1),
  name,
  phone,
  email,
  note,
  addresses: addresses.split('\n').filter((line) => line !== ''),
  dates: datesOf(db, seq),
});
