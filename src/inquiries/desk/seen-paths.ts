import { type JsonObject, parseStored } from '../../base/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { leavesOf } from '../leaves.ts';
import { formatPath } from '../paths.ts';
import { listStages } from '../stages.ts';
import { type Place, placesQuery, readPayloads } from './cards.ts';

const LOOKED_AT = 20;
const MOST_PATHS = 100;
const EXAMPLE_CHARS = 60;

interface SeenPath {
  readonly path: string;
  readonly example: string;
}

/**
 * Lists the paths of texts and numbers in the newest inquiries, each with an example. The owner chooses the paths of a
 * card's title, phone and text from this list. Other requests are served while it is made.
 */
export async function listSeenPaths(ctx: Ctx): Promise<SeenPath[]> {
  const { read } = ctx.storage;
  // An index sorts the inquiries of one stage by time. No index does that for all stages, so each stage is read
  // separately.
  const newest = listStages(read, ctx.workspace.seq)
    .flatMap(({ id }) => read.all<Place>(placesQuery(ctx.workspace.seq, id, undefined, LOOKED_AT)))
    .toSorted((a, b) => b.at - a.at || b.seq - a.seq)
    .slice(0, LOOKED_AT);
  const seen = new Map<string, string>();
  const add = (payload: string): void => {
    for (const { path, text } of leavesOf(parseStored<JsonObject>(payload))) {
      const written = formatPath(path);
      if (seen.size < MOST_PATHS && !seen.has(written)) seen.set(written, text.slice(0, EXAMPLE_CHARS).toWellFormed());
    }
  };
  const seqs = newest.map(({ seq }) => seq);
  for await (const { payload } of readPayloads(ctx, seqs)) add(payload);
  return [...seen].map(([path, example]) => ({ path, example }));
}
