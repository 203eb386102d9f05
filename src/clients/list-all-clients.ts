import type { ReadCtx } from '../workspaces/index.ts';
import { type ClientDate, datesOf, findKeptByIds } from './kept.ts';
import { listClients } from './list-clients.ts';
import type { ClientSummary } from './summaries.ts';

/** A client in a file: with what is kept of them. */
export interface ClientFile extends ClientSummary {
  readonly note: string;
  readonly dates: readonly ClientDate[];
}

const PAGE = 50;

/** All clients, page by page, in the order of the list. */
export async function* listAllClients(ctx: ReadCtx): AsyncGenerator<readonly ClientFile[], void> {
  let cursor: string | undefined;
  do {
    const page = await listClients(ctx, { limit: PAGE, cursor });
    const db = ctx.storage.read;
    const ids = page.clients.map(({ id }) => id);
    const kept = new Map(findKeptByIds(db, ctx.workspace.seq, ids).map((row) => [row.id, row]));
    yield page.clients.map((client) => {
      const row = kept.get(client.id);
      return { ...client, note: row?.note ?? '', dates: row === undefined ? [] : datesOf(db, row.seq) };
    });
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
