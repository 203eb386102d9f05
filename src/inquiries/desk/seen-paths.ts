import { desc, eq } from 'drizzle-orm';
import { type JsonObject, parseStored } from '../../base/index.ts';
import { inquiries } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { leavesOf } from '../leaves.ts';
import { formatPath } from '../paths.ts';
import { readPayloads } from './cards.ts';

const LOOKED_AT = 20;
const MOST_PATHS = 100;
const EXAMPLE_CHARS = 60;

interface SeenPath {
  readonly path: string;
  readonly example: string;
}

/**
 * Lists the paths of texts and numbers in the newest inquiries, each with an example. The owner chooses from them.
 * Other requests are served meanwhile.
 */
export async function listSeenPaths(ctx: Ctx): Promise<SeenPath[]> {
  const newest = ctx.storage.read
    .select({ seq: inquiries.seq })
    .from(inquiries)
    .where(eq(inquiries.workspaceSeq, ctx.workspace.seq))
    .orderBy(desc(inquiries.seq))
    .limit(LOOKED_AT)
    .all();
  const seen = new Map<string, string>();
  const add = (payload: string): void => {
    for (const { path, text } of leavesOf(parseStored<JsonObject>(payload))) {
      const written = formatPath(path);
      if (seen.size < MOST_PATHS && !seen.has(written)) seen.set(written, text.slice(0, EXAMPLE_CHARS).toWellFormed());
    }
  };
  const seqs = newest.map(({ seq }) => seq);
  for await (const rows of readPayloads(ctx, seqs)) for (const { payload } of rows) add(payload);
  return [...seen].map(([path, example]) => ({ path, example }));
}
