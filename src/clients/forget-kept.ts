import { and, asc, eq, exists, gt, inArray, lte, type SQL } from 'drizzle-orm';
import { filterInSteps, firstPart, inSlices, type Steps, writeParts } from '../base/index.ts';
import { bytesOf, type Mentions } from '../orders/index.ts';
import { clientDates, clients, type Db, importMade, imports, newestOf, type Tx } from '../storage/index.ts';
import { saveKept } from './change-client.ts';
import { datesOf, findKeptById, type KeptClient } from './kept.ts';

interface MentionedClients {
  readonly own: readonly KeptClient[];
  /** Other clients whose name, note, addresses or dates mention the person. */
  readonly others: readonly KeptClient[];
  /** The seq of the last client that was checked; undefined if no clients are left to check. */
  readonly last: number | undefined;
  /**
   * Checks that the clients have not changed since the search. It compares only the client rows, because each change of
   * a client's other data also changes that row.
   */
  readonly isSame: (db: Db) => boolean;
}

/** The limit on the clients that one step searches. If their texts are long, a step searches fewer clients. */
const CLIENTS_A_STEP = 50;
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
  const { seq, name, note, addresses, searchText } = clients;
  const behind = and(eq(clients.workspaceSeq, workspaceSeq), gt(seq, after));
  const bytes = bytesOf(name, note, addresses, searchText);
  const sized = db.select({ seq, bytes }).from(clients).where(behind).orderBy(asc(seq)).limit(CLIENTS_A_STEP).all();
  const last = firstPart(sized, (row) => row.bytes).at(-1)?.seq;
  const inStep = and(behind, lte(seq, last ?? 0));
  const read = (from: Db): KeptClient[] => from.select().from(clients).where(inStep).orderBy(asc(seq)).all();
  const rows = read(db);
  const own = yield* filterInSteps(rows, ({ key, phone, email }) =>
    mentions([key.slice(1), phone, email].join(BETWEEN)),
  );
  const left = rows.filter((row) => !own.includes(row));
  const others = yield* filterInSteps(left, (row) => {
    const titles = datesOf(db, row).map(({ title }) => title);
    return mentions([row.name, row.note, row.addresses, ...titles].join(BETWEEN));
  });
  return { own, others, last, isSame: (now) => Bun.deepEquals(read(now), rows) };
}

/** A row that an import keeps for an undo, with the bytes of its text. */
interface MadeRow extends Pick<typeof importMade.$inferSelect, 'importSeq' | 'madeSeq'> {
  readonly bytes: number;
}

/** The number of imports, of all workspaces and kinds, that one step looks through. */
const IMPORTS_A_STEP = 1_000;
const ROWS_A_STEP = 50;

interface MadeQuery extends MentionQuery {
  readonly last: number;
  /** The seqs of clients whose import rows are all returned, even rows that do not mention the person. */
  readonly found: ReadonlySet<number>;
}

/**
 * Finds the undo rows of client imports. A row is found if its client is in `found` or its text mentions the person.
 */
export function* findMadeRows(db: Db, { workspaceSeq, after, last, mentions, found }: MadeQuery): Steps<MadeRow[]> {
  const { importSeq, madeSeq } = importMade;
  const { seq, kind } = imports;
  const isOf = and(gt(madeSeq, after), lte(madeSeq, last));
  const ofImport = and(eq(importSeq, seq), isOf);
  const isAny = exists(db.select({ importSeq }).from(importMade).where(ofImport));
  const ofClients = and(eq(imports.workspaceSeq, workspaceSeq), eq(kind, 'clients'), isAny);
  const newest = newestOf(db, seq);
  const made: MadeRow[] = [];
  for (let from = 0; from < newest; from += IMPORTS_A_STEP) {
    const some = and(ofClients, gt(seq, from), lte(seq, from + IMPORTS_A_STEP));
    for (const one of db.select({ seq }).from(imports).where(some).orderBy(asc(seq)).all()) {
      for (const { before, ...row } of madeBy(db, one.seq, isOf)) {
        yield;
        if (found.has(row.madeSeq) || (yield* mentions(before ?? ''))) made.push(row);
      }
    }
    yield;
  }
  return made;
}

function madeBy(db: Db, of: number, isOf: SQL | undefined) {
  const { importSeq, madeSeq, before } = importMade;
  const bytes = bytesOf(before);
  const own = and(eq(importSeq, of), isOf);
  return inSlices(
    (after) =>
      db
        .select({ at: madeSeq, bytes })
        .from(importMade)
        .where(and(own, gt(madeSeq, after)))
        .orderBy(asc(madeSeq))
        .limit(ROWS_A_STEP)
        .all(),
    (after, upTo) =>
      db
        .select({ importSeq, madeSeq, before, bytes })
        .from(importMade)
        .where(and(own, gt(madeSeq, after), lte(madeSeq, upTo)))
        .all(),
  );
}

export const dropMadeRows = (rows: readonly MadeRow[]): ((tx: Tx) => void)[] =>
  writeParts(rows, ({ bytes }) => bytes).map((part) => (tx) => {
    for (const { importSeq, madeSeq } of part) {
      const own = and(eq(importMade.importSeq, importSeq), eq(importMade.madeSeq, madeSeq));
      tx.db.delete(importMade).where(own).run();
    }
  });

/**
 * Deletes the clients in `own`. Those in `others` lose their name, note, addresses and dates. Clients that were merged
 * into a deleted one become separate again.
 */
export function forgetKept(tx: Tx, { own, others }: Pick<MentionedClients, 'own' | 'others'>): void {
  const seqs = own.map(({ seq }) => seq);
  const all = [...seqs, ...others.map(({ seq }) => seq)];
  tx.db.delete(clientDates).where(inArray(clientDates.clientSeq, all)).run();
  tx.db.update(clients).set({ mergedInto: null }).where(inArray(clients.mergedInto, seqs)).run();
  tx.db.delete(clients).where(inArray(clients.seq, seqs)).run();
  for (const row of others) {
    const isAlone = row.mergedInto !== null && seqs.includes(row.mergedInto);
    saveKept(tx, { ...row, name: '', note: '', addresses: '', mergedInto: isAlone ? null : row.mergedInto });
  }
}

export const isForgotten = (db: Db, workspaceSeq: number, id: string): boolean =>
  findKeptById(db, workspaceSeq, id) === undefined;

export const keptFile = (db: Db, client: KeptClient): object => ({
  knownBy: client.key.slice(1),
  name: client.name,
  phone: client.phone,
  email: client.email,
  note: client.note,
  addresses: client.addresses.split('\n').filter((line) => line !== ''),
  dates: datesOf(db, client),
});
