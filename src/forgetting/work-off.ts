import { and, eq, exists, gt, inArray, isNotNull, lte } from 'drizzle-orm';
import { inParts, type Parts } from '../base/index.ts';
import { listOpenImports } from '../imports/index.ts';
import { findMentionedOrders, forgetOrder, type Mentions } from '../orders/index.ts';
import { FORGETTING_STEPS, forgettings, forgottenOrders, imports, type Storage, type Tx } from '../storage/index.ts';
import { workspaceOf } from '../workspaces/index.ts';
import {
  endForgetting,
  type Forgetting,
  type ForgettingStep,
  type ForgottenCounts,
  type ForgottenKind,
  notePlace,
  notePlaces,
  seqsOf,
} from './forgetting.ts';
import { OTHER_TEXTS } from './other-texts.ts';

/** The steps of a forgetting that change files. A step that returns a boolean returns true if it is finished. */
export interface FileSteps {
  readonly search: (one: Forgetting) => Promise<boolean>;
  /** Rewrites the database file without the bytes of deleted rows. */
  readonly file: (one: Forgetting) => Promise<boolean>;
  /**
   * Removes older copies of the database in the data folder. @returns the number of removed copies; undefined if the
   * step must wait
   */
  readonly copies: (one: Forgetting) => Promise<number | undefined>;
}

interface Work extends FileSteps {
  readonly storage: Storage;
  readonly mentions: Mentions;
}

const SYSTEM = { type: 'system', id: null } as const;
/** The source of these changes in the history. No API key can have it, because a key's source contains no @. */
const SOURCE = '@forgetting';

/** Runs the next step of a forgetting. @returns the forgetting with its new position; undefined if it must wait */
export async function* takeStep(work: Work, one: Forgetting): Parts<Forgetting | undefined> {
  switch (one.step) {
    case 'imports':
      return isImporting(work.storage, one) ? undefined : await goOn(work, one);
    case 'orders':
      return yield* forgetOrders(work, one);
    case 'search':
      return (await work.search(one)) ? await goOn(work, one) : undefined;
    case 'file':
      return (await work.file(one)) ? await goOn(work, one) : undefined;
    case 'copies': {
      const dropping = work.copies(one);
      const dropped = Promise.allSettled([dropping]);
      // This step makes a backup, which may take hours. The `yield` lets the jobs of other workspaces run meanwhile.
      yield () => dropped;
      const gone = await dropping;
      return gone === undefined ? undefined : await goOn(work, counted(one, 'backups', gone));
    }
    default:
      return yield* forgetTexts(work, one, OTHER_TEXTS[one.step]);
  }
}

/**
 * Checks whether an import could still bring back the person's data. A file that was sent after the request to forget
 * does not count, because it contains new data. After a restore (`again`), all files count.
 */
function isImporting({ read }: Storage, { workspaceSeq, begunAt, again }: Forgetting): boolean {
  const open = and(eq(imports.workspaceSeq, workspaceSeq), inArray(imports.state, ['staging', 'accepted']));
  const earlier = again ? open : and(open, lte(imports.createdAt, begunAt));
  return (
    listOpenImports(read).some((one) => one.isUndone && one.workspaceSeq === workspaceSeq) ||
    read.select({ seq: imports.seq }).from(imports).where(earlier).get() !== undefined
  );
}

const counted = (one: Forgetting, kind: ForgottenKind, more: number): Forgetting => ({
  ...one,
  counts: { ...one.counts, [kind]: one.counts[kind] + more } satisfies ForgottenCounts,
});

const nextStep = (step: ForgettingStep): ForgettingStep | undefined =>
  FORGETTING_STEPS[FORGETTING_STEPS.indexOf(step) + 1];

async function goOn({ storage }: Work, one: Forgetting): Promise<Forgetting> {
  const step = nextStep(one.step);
  const next = { ...one, step: step ?? one.step, place: [] };
  return await storage.write((tx) => {
    notePlaces(tx, next);
    if (step !== undefined) return next;
    endForgetting(tx, next);
    return { ...next, finishedAt: tx.now };
  });
}

async function* forgetOrders(work: Work, one: Forgetting): Parts<Forgetting> {
  const { storage, mentions } = work;
  const { workspaceSeq } = one;
  const after = one.place[0] ?? 0;
  const begun = begunAfter(storage, one, after);
  const looking = findMentionedOrders(storage, { workspaceSeq, after, mentions, begun });
  const { found, last } = yield* inParts(workspaceSeq, looking);
  if (last === undefined) return await goOn(work, one);
  let now = one;
  for (const { seq } of found) {
    const isNew = !begun.includes(seq);
    const next = isNew ? counted(now, 'orders', 1) : now;
    const begin = (tx: Tx): void => {
      if (!isNew) return;
      noteOrder(tx, one.seq, seq);
      // Stores the position of all joined forgettings, because only forgettings at the same position are joined again
      // after a crash.
      notePlaces(tx, next);
    };
    const passed = { ...next, place: [seq] };
    const end = (tx: Tx): void => notePlace(tx, passed);
    // The workspace is read again for each order, because its settings, which choose the endpoints, may change.
    const workspace = workspaceOf(storage.read, workspaceSeq);
    const ctx = { storage, workspace, actor: SYSTEM, source: SOURCE, requestId: null };
    yield* forgetOrder(ctx, { seq, mentions, begin, end });
    now = passed;
    yield undefined;
  }
  return await standAt(storage, { ...now, place: [last] }, found.length > 0);
}

/**
 * Records that a forgetting removes data from an order. Deletes the order's records of finished forgettings, because
 * storing a receiver's answer reads all records of the order.
 */
function noteOrder({ db }: Tx, forgettingSeq: number, orderSeq: number): void {
  const isFinished = exists(
    db
      .select({ seq: forgettings.seq })
      .from(forgettings)
      .where(and(eq(forgettings.seq, forgottenOrders.forgettingSeq), isNotNull(forgettings.finishedAt))),
  );
  db.delete(forgottenOrders)
    .where(and(eq(forgottenOrders.orderSeq, orderSeq), isFinished))
    .run();
  db.insert(forgottenOrders).values({ forgettingSeq, orderSeq }).run();
}

const begunAfter = ({ read }: Storage, one: Forgetting, after: number): number[] =>
  read
    .select({ seq: forgottenOrders.orderSeq })
    .from(forgottenOrders)
    .where(and(inArray(forgottenOrders.forgettingSeq, seqsOf(one)), gt(forgottenOrders.orderSeq, after)))
    .all()
    .map(({ seq }) => seq);

async function* forgetTexts(
  work: Work,
  one: Forgetting,
  { look, kind }: (typeof OTHER_TEXTS)[keyof typeof OTHER_TEXTS],
): Parts<Forgetting> {
  const { storage, mentions } = work;
  const looked = yield* inParts(one.workspaceSeq, look(storage.read, { one, mentions }));
  const { place, found, isSame = () => true, first = [], forget } = looked;
  if (place === undefined) return await goOn(work, one);
  const next = kind === null ? { ...one, place } : counted({ ...one, place }, kind, found.length);
  if (found.length === 0) return isSame(storage.read) ? await standAt(storage, next, false) : one;
  const change = (act: (tx: Tx) => void): Promise<boolean> =>
    storage.write((tx) => {
      if (!isSame(tx.db)) return false;
      act(tx);
      return true;
    });
  for (const part of first) {
    if (!(await change(part))) return one;
    yield undefined;
  }
  const isGone = await change((tx) => {
    forget(tx);
    notePlaces(tx, next);
  });
  return isGone ? next : one;
}

/**
 * Stores the position that the search has reached, if data was changed there or the position is a milestone. Other
 * positions are not stored, because a restart can find them again.
 */
async function standAt(storage: Storage, one: Forgetting, isChanged: boolean): Promise<Forgetting> {
  if (isChanged || isMilestone(one)) await storage.write((tx) => notePlaces(tx, one));
  return one;
}

/** Selects positions that are stored even without a change, so that a restart need not search millions of rows. */
const isMilestone = ({ place }: Forgetting): boolean => (place[0] ?? 0) % 10_000 < 200;
