import { and, asc, type Column, eq, gt, gte, inArray, isNotNull, lte, max, ne, type SQL, sql } from 'drizzle-orm';
import { filterInSteps, firstPart, type Steps } from '../base/index.ts';
import { dropMadeRows, findMadeRows, findMentionedClients, forgetKept, isForgotten } from '../clients/index.ts';
import { findMentionedInquiries, isEmptied, removalOf } from '../inquiries/index.ts';
import { bytesOf, type Mentions } from '../orders/index.ts';
import {
  auditLog,
  type Db,
  dayCloses,
  events,
  forgottenOrders,
  imports,
  mails,
  memberships,
  people,
  savedViews,
  sentForms,
  stockMovements,
  type Tx,
  webhookAttempts,
  webhookEndpoints,
  withinWorkspace,
} from '../storage/index.ts';
import { type Forgetting, type ForgottenKind, seqsOf } from './forgetting.ts';

interface Look {
  /** The position of the next step; undefined at the end. */
  readonly place: readonly number[] | undefined;
  readonly found: readonly number[];
  /** Checks that the texts have not changed since they were searched. It is absent for texts that nobody can change. */
  readonly isSame?: (db: Db) => boolean;
  /** Changes to make first, in several separate writes, because one write would take too long. */
  readonly first?: Iterable<(tx: Tx) => void>;
  readonly forget: (tx: Tx) => void;
}

/** The number of rows, of all workspaces, that one step searches. */
const ROWS = 1_000;
/**
 * The maximum number of rows with texts in one step. The number is small because all changes of a step are one write.
 */
const TEXTS = 256;

interface ForgetTask {
  readonly one: Forgetting;
  readonly mentions: Mentions;
}

export type LookAt = (db: Db, asked: ForgetTask) => Steps<Look>;

type Rows =
  | typeof mails
  | typeof auditLog
  | typeof savedViews
  | typeof stockMovements
  | typeof dayCloses
  | typeof imports;

/**
 * Selects the next rows of a table for one step. A step covers a bounded range of row numbers. A LIMIT alone counts
 * only rows with texts, so SQLite might first read a million rows without texts.
 */
function nextRows(db: Db, { seq, workspaceSeq }: Rows, { place, workspaceSeq: workspace }: Forgetting, texts: Texts) {
  const [after = 0] = place;
  const newest = newestOf(db, seq);
  const behind = and(withinWorkspace(workspaceSeq, workspace), gt(seq, after));
  const last = lastOfStep(db, { seq, behind, most: Math.min(newest, after + ROWS) }, texts);
  return { place: after >= newest ? undefined : [last], own: and(behind, lte(seq, last)) };
}

type Texts = readonly (Column | SQL)[];

interface RowsAhead {
  readonly seq: RowNumber;
  readonly behind: SQL | undefined;
  readonly most: number;
}

/**
 * Returns the number of the last row that one step searches. A step reads at most `TEXTS` rows with texts, and stops
 * earlier at a limit on bytes. It reads the first row with texts whatever its size.
 */
function lastOfStep(db: Db, { seq, behind, most }: RowsAhead, texts: Texts): number {
  const bytes = bytesOf(...texts);
  const sized = db
    .select({ at: seq, bytes })
    .from(seq.table)
    .where(and(behind, lte(seq, most), gt(bytes, 0)))
    .orderBy(asc(seq))
    .limit(TEXTS)
    .all();
  const some = firstPart(sized, (row) => row.bytes);
  const isAll = some.length === sized.length && sized.length < TEXTS;
  return isAll ? most : (some.at(-1)?.at ?? most);
}

type RowNumber = Rows['seq'] | typeof sentForms.seq | typeof webhookAttempts.number;

const newestOf = (db: Db, seq: RowNumber, where?: SQL): number =>
  db
    .select({ newest: max(seq) })
    .from(seq.table)
    .where(where)
    .get()?.newest ?? 0;

const lookAtInquiries: LookAt = function* (db, { one, mentions }) {
  const { workspaceSeq } = one;
  const asked = { workspaceSeq, after: one.place[0] ?? 0, mentions, forgettings: seqsOf(one) };
  const { found, last } = yield* findMentionedInquiries(db, asked);
  return {
    place: last === undefined ? undefined : [last],
    found: found.map(({ seq }) => seq),
    ...(yield* removalOf(db, found, workspaceSeq)),
  };
};

const lookAtClients: LookAt = function* (db, { one, mentions }) {
  const asked = { workspaceSeq: one.workspaceSeq, after: one.place[0] ?? 0, mentions };
  const { own, others, last, isSame } = yield* findMentionedClients(db, asked);
  if (last === undefined) return { place: undefined, found: [], forget: () => undefined };
  const found = new Set([...own, ...others].map(({ seq }) => seq));
  const made = yield* findMadeRows(db, { ...asked, last, found });
  return {
    place: [last],
    found: [...found.union(new Set(made.map(({ madeSeq }) => madeSeq)))],
    isSame,
    first: dropMadeRows(made),
    forget: (tx) => forgetKept(tx, { own, others }),
  };
};

/**
 * Finds mails about or to the person. A waiting mail to a member of the workspace stays, because it may warn an owner
 * about the person.
 */
const lookAtMails: LookAt = function* (db, { one, mentions }) {
  const { seq, subject, text, html, recipient, state } = mails;
  const { place, own } = nextRows(db, mails, one, [subject, text, html]);
  const some = and(own, ne(text, ''));
  const rows = db.select({ seq, subject, text, recipient, state }).from(mails).where(some).all();
  const isStaff = (email: string): boolean =>
    db
      .select({ seq: people.seq })
      .from(people)
      .innerJoin(memberships, eq(memberships.personSeq, people.seq))
      .where(and(eq(people.email, email), eq(memberships.workspaceSeq, one.workspaceSeq)))
      .get() !== undefined;
  const found = yield* filterInSteps(rows, function* (row) {
    const isNamed = yield* mentions(`${row.subject} ${row.text}`);
    if (!isNamed && !(yield* mentions(row.recipient))) return false;
    return isStaff(row.recipient) ? isNamed && row.state !== 'pending' : true;
  });
  const seqs = found.map((row) => row.seq);
  return {
    place,
    found: seqs,
    forget(tx) {
      const empty = { recipient: '', subject: '', text: '', html: '', link: null, lastError: null };
      const ended = sql`CASE ${mails.state} WHEN 'pending' THEN 'failed' ELSE ${mails.state} END`;
      tx.db
        .update(mails)
        .set({ ...empty, state: ended as SQL<'failed'>, doneAt: sql`coalesce(${mails.doneAt}, ${tx.now})` })
        .where(inArray(seq, seqs))
        .run();
    },
  };
};

/** Searches the stored responses of receivers. The response to a failed attempt may repeat texts of the order. */
const lookAtAnswers: LookAt = function* (db, { one, mentions }) {
  const { endpointSeq, eventSeq, response, number } = webhookAttempts;
  const [before = 0, after = 0] = one.place;
  const { seq, workspaceSeq } = webhookEndpoints;
  const endpoint = db
    .select({ seq })
    .from(webhookEndpoints)
    .where(and(eq(workspaceSeq, one.workspaceSeq), gte(seq, before)))
    .orderBy(asc(seq))
    .get()?.seq;
  if (endpoint === undefined) return { place: undefined, found: [], forget: () => undefined };
  const ofEndpoint = eq(endpointSeq, endpoint);
  const from = endpoint === before ? after : 0;
  const behind = and(ofEndpoint, gt(number, from));
  const most = Math.min(newestOf(db, number, ofEndpoint), from + ROWS);
  const last = lastOfStep(db, { seq: number, behind, most }, [response]);
  const rows = db
    .select({ number, response, orderSeq: events.orderSeq })
    .from(webhookAttempts)
    .leftJoin(events, eq(events.seq, eventSeq))
    .where(and(behind, lte(number, last), isNotNull(response)))
    .all();
  const isOf = (orderSeq: number | null): boolean => orderSeq !== null && isForgottenOrder(db, one, orderSeq);
  const found = yield* filterInSteps(rows, function* (row) {
    return isOf(row.orderSeq) || (yield* mentions(row.response ?? ''));
  });
  const numbers = found.map((row) => row.number);
  return {
    place: last > from ? [endpoint, last] : [endpoint + 1, 0],
    found: numbers,
    forget(tx) {
      const these = and(ofEndpoint, inArray(number, numbers));
      tx.db.update(webhookAttempts).set({ response: null }).where(these).run();
    },
  };
};

function isForgottenOrder(db: Db, one: Forgetting, orderSeq: number): boolean {
  const { forgettingSeq: seq } = forgottenOrders;
  const ofOrder = db.select({ seq }).from(forgottenOrders).where(eq(forgottenOrders.orderSeq, orderSeq)).all();
  return ofOrder.some(({ seq }) => seq === one.seq || one.joined.includes(seq));
}

/**
 * Actions that the search for a client's data leaves out. They name no client, and users must not erase their own
 * actions.
 */
const ACCESS = /^(?:person|api_key|workspace|database|seal_key|backup)[._]/;

const KEPT = /^client\.(?:changed|merged|separated)$/;

function mergedIn(changes: string | null): string | undefined {
  const { client } = JSON.parse(changes ?? '{}');
  return client?.to ?? client?.from;
}

/**
 * Searches the workspace's history for rows to empty. It finds notes on emptied inquiries, changes of deleted clients,
 * and other rows that mention the person.
 */
const lookAtHistory: LookAt = function* (db, { one, mentions }) {
  const { seq, action, subject, changes } = auditLog;
  const { place, own } = nextRows(db, auditLog, one, [changes]);
  const some = and(own, isNotNull(changes));
  const rows = db.select({ seq, action, subject, changes }).from(auditLog).where(some).all();
  const isGone = (id: string | undefined): boolean => id !== undefined && isForgotten(db, one.workspaceSeq, id);
  const gone: number[] = [];
  /** The result of `isEmptied` for each inquiry id. One inquiry may have a thousand notes, so the result is cached. */
  const emptied = new Map<string, boolean>();
  const isNote = function* ({ action, subject, seq, changes }: (typeof rows)[number]): Steps<boolean> {
    if (action === 'inquiry.noted') {
      const is = emptied.get(subject) ?? (yield* isEmptied(db, one.workspaceSeq, subject));
      emptied.set(subject, is);
      return is;
    }
    if (!KEPT.test(action)) return false;
    if (!isGone(subject)) return isGone(mergedIn(changes));
    gone.push(seq);
    return true;
  };
  const found = yield* filterInSteps(rows, function* (row) {
    return (yield* isNote(row)) || (!ACCESS.test(row.action) && (yield* mentions(row.changes ?? '')));
  });
  const seqs = found.map((row) => row.seq);
  return {
    place,
    found: seqs,
    forget(tx) {
      tx.db.update(auditLog).set({ changes: null }).where(inArray(seq, seqs)).run();
      // Replaces the id of a forgotten client, which is a keyed hash of the phone. The database file contains the key,
      // so anyone with the file could find the phone by trying all numbers.
      tx.db.update(auditLog).set({ subject: one.id }).where(inArray(seq, gone)).run();
    },
  };
};

const lookAtViews: LookAt = function* (db, { one, mentions }) {
  const { seq, name, query } = savedViews;
  const { place, own } = nextRows(db, savedViews, one, [name, query]);
  const read = (from: Db) => from.select({ seq, name, query }).from(savedViews).where(own).all();
  const rows = read(db);
  const found = yield* filterInSteps(rows, (row) => mentions(`${row.name} ${spelled(row.query)}`));
  const seqs = found.map((row) => row.seq);
  return {
    place,
    found: seqs,
    isSame: (now) => Bun.deepEquals(read(now), rows),
    forget: (tx) => void tx.db.delete(savedViews).where(inArray(seq, seqs)).run(),
  };
};

function spelled(query: string): string {
  return [...new URLSearchParams(query).values()].join(' ');
}

/**
 * Searches a text column: reasons for stock corrections, notes on a closed day, or remembered headings and values of
 * files.
 */
const lookAtWords = (
  table: typeof stockMovements | typeof dayCloses | typeof imports,
  column: 'reason' | 'note' | 'match',
): LookAt =>
  function* (db, { one, mentions }) {
    const { seq } = table;
    const text = sql<string | null>`${sql.identifier(column)}`;
    const { place, own } = nextRows(db, table, one, [text]);
    const rows = db
      .select({ seq, text })
      .from(table)
      .where(and(own, isNotNull(text)))
      .all();
    const found = yield* filterInSteps(rows, (row) => mentions(row.text ?? ''));
    const seqs = found.map((row) => row.seq);
    return {
      place,
      found: seqs,
      forget: (tx) =>
        void tx.db
          .update(table)
          .set({ [column]: null })
          .where(inArray(seq, seqs))
          .run(),
    };
  };

/**
 * Removes the stored answers to forms that the workspace's people sent, because an answer may contain any order. A
 * repeated form still creates nothing twice.
 */
const lookAtForms: LookAt = function* (db, { one }) {
  yield undefined;
  const { seq, answer, personSeq } = sentForms;
  const staff = db
    .select({ seq: memberships.personSeq })
    .from(memberships)
    .where(eq(memberships.workspaceSeq, one.workspaceSeq));
  const [after = 0] = one.place;
  const newest = newestOf(db, seq);
  // The plus disables the index by person. With that index, each step would read all forms of each person.
  const behind = and(sql`+${personSeq} IN ${staff}`, gt(seq, after));
  const last = lastOfStep(db, { seq, behind, most: Math.min(newest, after + ROWS) }, [answer]);
  const own = and(behind, lte(seq, last), isNotNull(answer));
  const found = db.select({ seq }).from(sentForms).where(own).all();
  return {
    place: after >= newest ? undefined : [last],
    found: found.map((row) => row.seq),
    forget: (tx) => void tx.db.update(sentForms).set({ answer: null }).where(own).run(),
  };
};

/**
 * The search of each step, and the kind of data that its results are counted as. Null means that they are not counted.
 */
export const OTHER_TEXTS = {
  inquiries: { look: lookAtInquiries, kind: 'inquiries' },
  clients: { look: lookAtClients, kind: 'clients' },
  mails: { look: lookAtMails, kind: 'mails' },
  answers: { look: lookAtAnswers, kind: 'answers' },
  history: { look: lookAtHistory, kind: 'notes' },
  views: { look: lookAtViews, kind: 'views' },
  reasons: { look: lookAtWords(stockMovements, 'reason'), kind: 'notes' },
  closes: { look: lookAtWords(dayCloses, 'note'), kind: 'notes' },
  matches: { look: lookAtWords(imports, 'match'), kind: 'notes' },
  forms: { look: lookAtForms, kind: null },
} as const satisfies Readonly<Record<string, { readonly look: LookAt; readonly kind: ForgottenKind | null }>>;
