import { desc, eq } from 'drizzle-orm';
import { type JsonObject, parseStored } from '../../base/index.ts';
import { inquiries } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { leavesOf } from '../leaves.ts';
import { formatPath } from '../paths.ts';

const LOOKED_AT = 20;
const MOST_PATHS = 100;
const EXAMPLE_CHARS = 60;

interface SeenPath {
  readonly path: string;
  readonly example: string;
}

/** Where the newest inquiries have texts and numbers, with an example of each: what an owner can choose from. */
export function listSeenPaths(ctx: Ctx): SeenPath[] {
  const rows = ctx.storage.read
    .select({ payload: inquiries.payload })
    .from(inquiries)
    .where(eq(inquiries.workspaceSeq, ctx.workspace.seq))
    .orderBy(desc(inquiries.seq))
    .limit(LOOKED_AT)
    .all();
  const seen = new Map<string, string>();
  for (const { payload } of rows) {
    for (const { path, text } of leavesOf(parseStored<JsonObject>(payload))) {
      const written = formatPath(path);
      if (seen.size < MOST_PATHS && !seen.has(written)) seen.set(written, text.slice(0, EXAMPLE_CHARS).toWellFormed());
    }
  }
  return [...seen].map(([path, example]) => ({ path, example }));
}
