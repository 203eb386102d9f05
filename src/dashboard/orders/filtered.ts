import { refuseUncounted } from '../../clients/index.ts';
import type { ReadCtx } from '../../workspaces/index.ts';
import { answerAside, type MemberCtx, type Reading } from '../desk/index.ts';

/**
 * Updates the search index for a filter by client, because the thread that reads the list cannot write.
 * @throws clients_uncounted if the index still lacks orders
 */
export async function beginFiltered(ctx: ReadCtx, filter: string | undefined): Promise<void> {
  if (new URLSearchParams(filter).has('client')) await refuseUncounted(ctx);
}

export async function answerFiltered<Input extends { readonly filter?: string | undefined }, Data>(
  ctx: MemberCtx,
  reading: Reading<Input, Data>,
  input: Input,
): Promise<Data> {
  await beginFiltered(ctx, input.filter);
  return answerAside(ctx, reading, input);
}
