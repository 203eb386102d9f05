import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { AppError, createLanes, firstPart, nextTurn, validationFailed } from '../base/index.ts';
import {
  given,
  givenEach,
  importRows,
  imports,
  insertedSeq,
  limitTo,
  prepared,
  type Storage,
  type Tx,
} from '../storage/index.ts';
import { type ImportJob, refuseDuringUndo, type undoImport } from './import.ts';

export interface StagedRow {
  /** JSON that only the code for this kind of file parses. */
  readonly body: string;
  /** An order number that stays reserved while the row waits; null for none. */
  readonly reserves: string | null;
}

export function* jsonRows(rows: readonly object[]): Generator<StagedRow> {
  for (const row of rows) yield { body: JSON.stringify(row), reserves: null };
}

export interface ImportRequest extends Omit<ImportJob, 'seq'> {
  /** A UUID from the page. A repeated request with the same id does not import again. */
  readonly id: string;
  readonly rows: Iterable<StagedRow>;
  readonly total: number;
  /**
   * How the file's columns and values were matched, as JSON from `matchOf`; null for none. Later files of this kind
   * reuse it.
   */
  readonly match?: string | null;
  /**
   * Checks the sender's access again when the file is accepted, because staging takes time.
   * @throws signed_out, no_workspace, role_needed
   */
  readonly stillMay?: () => void;
  /** Runs in the transaction that accepts the file. @throws anything, to refuse the whole file */
  readonly accept?: (tx: Tx) => void;
}

/** The limit on unfinished imports of a workspace. Each may take as much space as its file. */
const MOST_UNDER_WAY = 3;
/**
 * The number of rows after which a step ends. `CHARS` is the same limit in characters. A step writes out its rows and
 * stores them in one transaction, in about a millisecond.
 */
const ROWS = 50;
const CHARS = 65_536;

const statements = prepared((db) => ({
  insertRow: db
    .insert(importRows)
    .values(givenEach('importSeq', 'workspaceSeq', 'reserves', 'body'))
    .prepare(),
  next: db
    .select({ seq: importRows.seq, bytes: sql<number>`octet_length(${importRows.body})` })
    .from(importRows)
    .where(eq(importRows.importSeq, given('importSeq')))
    .orderBy(asc(importRows.seq))
    .limit(limitTo(ROWS))
    .prepare(),
  drop: db
    .delete(importRows)
    .where(and(eq(importRows.importSeq, given('importSeq')), lte(importRows.seq, given('upTo'))))
    .prepare(),
}));

export interface StagingCtx {
  readonly staging: Pick<Staging, 'stage'>;
}

export interface Staging {
  /**
   * Stores the rows of a file, and then accepts the file as an import. An accepted import always runs to its end. A
   * workspace stages one file at a time. Rows of an interrupted staging are removed first.
   * @returns the id of the import; that of the running import if the same file is already under way
   * @throws rate_limited, import_busy, validation_failed, unavailable, and whatever `stillMay` and `accept` throw.
   * After an error, the stored rows of the file are removed
   */
  stage(wish: ImportRequest): Promise<string>;
  sweep(): Promise<void>;
}

export interface ImportDesk extends Pick<Staging, 'stage'> {
  /** Begins to undo an import. @throws no_import, import_fixed */
  undo(ctx: Parameters<typeof undoImport>[0], id: string): Promise<void>;
  /**
   * Returns the obstacle to an import, or null for none. `storage` means that the disk cannot be written. `fault` means
   * an error in Docket itself, which lasts until the next start.
   */
  trouble(id: string): 'storage' | 'fault' | null;
}

export function createStaging(storage: Storage): Staging {
  const inLane = createLanes();
  let underWay = 0;
  return {
    stage: (wish) =>
      inLane(wish.workspace.seq, async () => {
        underWay += 1;
        try {
          if (underWay === 1) await sweep(storage);
          return await stage(storage, wish);
        } finally {
          underWay -= 1;
        }
      }),
    sweep: () => sweep(storage),
  };
}

async function stage(storage: Storage, wish: ImportRequest): Promise<string> {
  const begun = await storage.write((tx) => begin(tx, wish));
  if ('known' in begun) return repeat(wish, begun.known);
  try {
    const digest = await stageRows(storage, begun.seq, wish);
    return await storage.write((tx) => accept(tx, begun, wish, digest));
  } finally {
    // After a failure, the staged rows are removed. If a full disk prevents even that, the next file or the next start
    // removes them.
    await sweep(storage, begun.seq).catch(() => undefined);
  }
}

type ImportRow = typeof imports.$inferSelect;

interface StartedImport {
  readonly seq: number;
  readonly id: string;
}

/**
 * Begins an import, unless the workspace has one with this id.
 * @returns the import already accepted under this id, or the new one
 */
function begin(tx: Tx, wish: ImportRequest): StartedImport | { readonly known: ImportRow } {
  const { kind, workspace, actor, requestId, options, total, match = null } = wish;
  const known = tx.db.select().from(imports).where(eq(imports.id, wish.id)).get();
  if (known?.workspaceSeq === workspace.seq) return { known };
  const id = known === undefined ? wish.id : tx.newId();
  refuseDuringUndo(tx.db, workspace.seq);
  const underWay = and(eq(imports.state, 'accepted'), eq(imports.workspaceSeq, workspace.seq));
  if (tx.db.select({ seq: imports.seq }).from(imports).where(underWay).all().length >= MOST_UNDER_WAY)
    throw new AppError({ rule: 'imports_waiting' });
  const who = { actorType: actor.type, actorId: actor.id, requestId };
  const nothingYet = { state: 'staging', done: 0, counts: '{}' } as const;
  const row = {
    id,
    workspaceSeq: workspace.seq,
    kind,
    options,
    match,
    ...who,
    total,
    ...nothingYet,
    createdAt: tx.now,
  };
  const seq = insertedSeq(tx.db.insert(imports).values(row).run());
  return { seq, id };
}

const hasherOf = ({ kind, options }: ImportRequest) => new Bun.CryptoHasher('sha256').update(`${kind} ${options}`);

/** Splits the rows into parts, each as large as one step may write out, hash and store. */
function* partsOf(rows: Iterable<StagedRow>): Generator<readonly StagedRow[], void> {
  let [part, chars]: [StagedRow[], number] = [[], 0];
  for (const row of rows) {
    part.push(row);
    chars += row.body.length;
    if (part.length < ROWS && chars < CHARS) continue;
    yield part;
    [part, chars] = [[], 0];
  }
  if (part.length > 0) yield part;
}

/**
 * Handles a repeated request with the id of an earlier import. @throws validation_failed if the kind, options or rows
 * differ from those of the earlier import
 */
async function repeat(wish: ImportRequest, { digest, id }: ImportRow): Promise<string> {
  const hasher = hasherOf(wish);
  for (const part of partsOf(wish.rows)) {
    for (const { body } of part) hasher.update(body);
    await nextTurn(wish.workspace.seq);
  }
  const found = hasher.digest();
  if (digest === null || !found.equals(digest)) throw validationFailed([{ path: 'id', rule: 'import_id_taken' }]);
  return id;
}

/** Stages the rows. @returns the SHA-256 of kind, options and rows */
async function stageRows(storage: Storage, importSeq: number, wish: ImportRequest): Promise<Uint8Array> {
  const workspaceSeq = wish.workspace.seq;
  const hasher = hasherOf(wish);
  for (const part of partsOf(wish.rows)) {
    for (const { body } of part) hasher.update(body);
    await nextTurn(workspaceSeq);
    await storage.write((tx) => {
      for (const row of part) statements(tx.db).insertRow.run({ importSeq, workspaceSeq, ...row });
    });
  }
  return hasher.digest();
}

function accept(tx: Tx, { seq, id }: StartedImport, wish: ImportRequest, digest: Uint8Array): string {
  const { workspace, kind } = wish;
  wish.stillMay?.();
  const alike = and(eq(imports.state, 'accepted'), eq(imports.workspaceSeq, workspace.seq), eq(imports.kind, kind));
  const same = and(alike, eq(imports.digest, digest));
  const twin = tx.db.select({ id: imports.id }).from(imports).where(same).get();
  if (twin !== undefined) return twin.id;
  refuseDuringUndo(tx.db, workspace.seq);
  tx.db.update(imports).set({ state: 'accepted', digest }).where(eq(imports.seq, seq)).run();
  wish.accept?.(tx);
  return id;
}

/**
 * Removes imports that were staged but not accepted.
 * @param only the seq of one import to remove; if absent, all such imports are removed
 */
async function sweep(storage: Storage, only?: number): Promise<void> {
  const isLeft = and(eq(imports.state, 'staging'), only === undefined ? undefined : eq(imports.seq, only));
  const { seq, id, workspaceSeq } = imports;
  for (const one of storage.read.select({ seq, id, workspaceSeq }).from(imports).where(isLeft).all()) {
    while (await storage.write((tx) => dropSome(tx, one))) await nextTurn(one.workspaceSeq);
  }
}

/**
 * Removes some staged rows of an import, and the import itself after its last row.
 * @returns true if there may be more rows
 */
function dropSome(tx: Tx, { seq, id }: StartedImport): boolean {
  // Another sweep may have removed the import meanwhile, and a new import may have got its seq.
  const isLeft = and(eq(imports.seq, seq), eq(imports.id, id), eq(imports.state, 'staging'));
  if (tx.db.select({ seq: imports.seq }).from(imports).where(isLeft).get() === undefined) return false;
  const { next, drop } = statements(tx.db);
  // SQLite passes through all pages of a long text to free them. So one step removes fewer rows if their texts are
  // long.
  const last = firstPart(next.all({ importSeq: seq }), ({ bytes }) => bytes).at(-1);
  if (last !== undefined) {
    drop.run({ importSeq: seq, upTo: last.seq });
    return true;
  }
  tx.db.delete(imports).where(isLeft).run();
  return false;
}
