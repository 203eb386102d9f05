import { and, asc, eq, sql } from 'drizzle-orm';
import { AppError, fitsChars, isUuid, validationFailed } from '../../base/index.ts';
import { savedViews } from '../../storage/index.ts';
import type { ReadCtx, Workspace } from '../../workspaces/index.ts';

interface SavedView {
  readonly id: string;
  readonly name: string;
  /** The query string of the page's address, without the question mark. */
  readonly query: string;
}

interface ViewsCtx extends ReadCtx {
  readonly personSeq: number;
}

const MAX_VIEWS = 20;
const NAME_CHARS = 60;
const QUERY_CHARS = 2_000;

const ofPerson = (workspace: Workspace, personSeq: number) =>
  and(eq(savedViews.workspaceSeq, workspace.seq), eq(savedViews.personSeq, personSeq));

export function listSavedViews({ storage, workspace, personSeq }: ViewsCtx): SavedView[] {
  return storage.read
    .select({ id: savedViews.id, name: savedViews.name, query: savedViews.query })
    .from(savedViews)
    .where(ofPerson(workspace, personSeq))
    .orderBy(asc(savedViews.seq))
    .all();
}

/** Saves a filter under a name, overwriting the person's earlier filter of that name. @throws validation_failed */
export async function saveView(
  { storage, workspace, personSeq }: ViewsCtx,
  input: { readonly name: string; readonly query: string },
): Promise<SavedView> {
  const name = input.name.trim();
  if (name === '' || !fitsChars(name, NAME_CHARS)) {
    throw validationFailed([{ path: 'name', rule: 'chars_between', least: 1, most: NAME_CHARS }]);
  }
  if (!fitsChars(input.query, QUERY_CHARS)) {
    throw validationFailed([{ path: 'query', rule: 'chars_at_most', most: QUERY_CHARS }]);
  }
  return storage.write((tx) => {
    const own = ofPerson(workspace, personSeq);
    const known = tx.db
      .update(savedViews)
      .set({ query: input.query })
      .where(and(own, eq(savedViews.name, name)))
      .returning({ id: savedViews.id })
      .get();
    if (known !== undefined) return { id: known.id, name, query: input.query };
    const count = tx.db.select({ n: sql<number>`count(*)` }).from(savedViews).where(own).get()?.n ?? 0;
    if (count >= MAX_VIEWS) {
      throw validationFailed([{ path: 'name', rule: 'views_full', most: MAX_VIEWS }]);
    }
    const view = { id: tx.newId(), name, query: input.query };
    tx.db
      .insert(savedViews)
      .values({ ...view, workspaceSeq: workspace.seq, personSeq, createdAt: tx.now })
      .run();
    return view;
  });
}

/** @throws not_found */
export function removeView({ storage, workspace, personSeq }: ViewsCtx, id: string): Promise<void> {
  return storage.write((tx) => {
    const removed = isUuid(id)
      ? tx.db
          .delete(savedViews)
          .where(and(ofPerson(workspace, personSeq), eq(savedViews.id, id)))
          .returning({ id: savedViews.id })
          .get()
      : undefined;
    if (removed === undefined) throw new AppError({ rule: 'no_view' });
  });
}
