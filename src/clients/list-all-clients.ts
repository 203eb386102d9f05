import { nextTurn } from '../base/index.ts';
import type { Db } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { askIndex } from './caught-up.ts';
import { indexedBetween, newestIndexed } from './index-queries.ts';
import { type ClientDate, datesOf, groupsInStep, groupsOf, listKept } from './kept.ts';
import { type ClientPlace, type ClientSummary, lastOf, placed, summarize } from './summaries.ts';

export interface ClientFile extends ClientSummary {
  readonly note: string;
  /** The addresses, one on each line. */
  readonly addresses: string;
  readonly dates: readonly ClientDate[];
}

const AT_ONCE = 200;

/**
 * Yields all clients in steps: first those with orders, by client key, then those who had no order at the start.
 * @throws clients_uncounted
 */
export async function* listAllClients(ctx: ReadCtx): AsyncGenerator<readonly ClientFile[], void> {
  const { storage, workspace } = ctx;
  const top = askIndex(ctx, newestIndexed);
  for (let after = 0; after < top; after += AT_ONCE) {
    const range = { after, upTo: Math.min(after + AT_ONCE, top) };
    yield await fileOf(
      ctx,
      askIndex(ctx, (index) => indexedStep(ctx, index, range)),
    );
    await nextTurn(workspace.seq);
  }
  for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined; ) {
    const rows = listKept(storage.read, workspace.seq, before, AT_ONCE);
    const groups = groupsInStep(storage.read, rows);
    const later = askIndex(ctx, (index) =>
      placed(ctx, index, groups).filter(({ indexed }) => indexed.every(({ seq }) => seq > top)),
    );
    yield await fileOf(ctx, later);
    const isLast = groups.length === rows.length && rows.length < AT_ONCE;
    before = isLast ? undefined : rows[groups.length - 1]?.seq;
    await nextTurn(workspace.seq);
  }
}

interface Range {
  readonly after: number;
  readonly upTo: number;
}

/**
 * Finds clients by their rows in a range of the search index. Only the row of a client's first key counts, so that no
 * client is listed twice. A client with only deleted orders and no stored data is left out.
 */
function indexedStep(ctx: ReadCtx, index: Db, range: Range): ClientPlace[] {
  const { storage, workspace } = ctx;
  const rows = indexedBetween(index, workspace.seq, range);
  const keys = rows.map(({ key }) => key);
  return placed(ctx, index, groupsOf(storage.read, workspace.seq, keys)).filter(
    ({ group, indexed }, at) =>
      Math.min(...indexed.map(({ seq }) => seq)) === rows[at]?.seq &&
      (group.root !== undefined || lastOf(indexed) !== undefined),
  );
}

async function fileOf(ctx: ReadCtx, all: readonly ClientPlace[]): Promise<ClientFile[]> {
  return (await summarize(ctx, all)).map((summary, at) => {
    const root = all[at]?.group.root;
    const dates = root === undefined ? [] : datesOf(ctx.storage.read, root);
    return { ...summary, note: root?.note ?? '', addresses: root?.addresses ?? '', dates };
  });
}
