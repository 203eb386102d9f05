import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { filterInSteps, type Steps } from '../base/index.ts';
import type { Mentions } from '../orders/index.ts';
import { clientDates, clients, type Db, importMade, imports, type Tx } from '../storage/index.ts';
import { saveKept } from './change-client.ts';
import { datesOf, findKeptById, type Kept } from './kept.ts';

/** The findings among stored clients. */
interface MentionedClients {
  readonly own: readonly Kept[];
  /** Other clients whose name, note, addresses or dates name the person, or did so before an import. */
  readonly others: readonly Kept[];
  /** The last row that was looked at; undefined: none is left. */
  readonly last: number | undefined;
}

const AT_ONCE = 200;
/** A sign of no phone and no address. */
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
  const rows = db
    .select()
    .from(clients)
    .where(and(eq(clients.workspaceSeq, workspaceSeq), gt(clients.seq, after)))
    .orderBy(asc(clients.seq))
    .limit(AT_ONCE)
    .all();
  const own = yield* filterInSteps(rows, ({ key, phone, email }) =>
    mentions([key.slice(1), phone, email].join(BETWEEN)),
  );
  const left = rows.filter((row) => !own.includes(row));
  const others = yield* filterInSteps(left, ({ seq, name, note, addresses }) =>
    mentions(
      [name, note, addresses, ...datesOf(db, seq).map(({ title }) => title), ...beforesOf(db, workspaceSeq, seq)].join(
        BETWEEN,
      ),
    ),
  );
  return { own, others, last: rows.at(-1)?.seq };
}

const importsOf = (db: Db) => db.select({ seq: imports.seq }).from(imports);

/** Texts that an undo of imports would bring back. */
const beforesOf = (db: Db, workspaceSeq: number, seq: number): string[] =>
  db
    .select({ before: importMade.before })
    .from(importMade)
    .where(
      and(
        inArray(
          importMade.importSeq,
          importsOf(db).where(and(eq(imports.workspaceSeq, workspaceSeq), eq(imports.kind, 'clients'))),
        ),
        eq(importMade.madeSeq, seq),
      ),
    )
    .all()
    .flatMap(({ before }) => before ?? []);

/** Takes away all that is kept of clients; those who were merged into one of them are on their own again. */
export function forgetKept(tx: Tx, { own, others }: Pick<MentionedClients, 'own' | 'others'>): void {
  const seqs = own.map(({ seq }) => seq);
  const all = [...seqs, ...others.map(({ seq }) => seq)];
  tx.db.delete(clientDates).where(inArray(clientDates.clientSeq, all)).run();
  const fromFiles = inArray(importMade.importSeq, importsOf(tx.db).where(eq(imports.kind, 'clients')));
  tx.db
    .delete(importMade)
    .where(and(fromFiles, inArray(importMade.madeSeq, all)))
    .run();
  tx.db.update(clients).set({ mergedInto: null }).where(inArray(clients.mergedInto, seqs)).run();
  tx.db.delete(clients).where(inArray(clients.seq, seqs)).run();
  for (const row of others) {
    const isAlone = row.mergedInto !== null && seqs.includes(row.mergedInto);
    saveKept(tx, { ...row, name: '', note: '', addresses: '', mergedInto: isAlone ? null : row.mergedInto });
  }
}

/** True if nothing is kept of a client any more. */
export const isForgotten = (db: Db, workspaceSeq: number, id: string): boolean =>
  findKeptById(db, workspaceSeq, id) === undefined;

/** All that is kept of clients, for a file of a person's data. */
export const keptFile = (db: Db, { key, name, phone, email, note, addresses, seq }: Kept): object => ({
  knownBy: key.slice(1),
  name,
  phone,
  email,
  note,
  addresses: addresses.split('\n').filter((line) => line !== ''),
  dates: datesOf(db, seq),
});
