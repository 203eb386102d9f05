import { answerAside, type MemberCtx, type Reading } from '../desk/index.ts';

/**
 * Prepares a list of orders or payments. The orders of a client are found in the index of searches. The reading thread
 * cannot update the index, so it is updated here first.
 */
export async function beginFiltered({ storage }: MemberCtx, filter: string | undefined): Promise<void> {
  if (new URLSearchParams(filter).has('client')) await storage.search.catchUp();
}

/** Answers a reading whose filter may name a client. */
export async function answerFiltered<Input extends { readonly filter?: string | undefined }, Data>(
  ctx: MemberCtx,
  reading: Reading<Input, Data>,
  input: Input,
): Promise<Data> {
  await beginFiltered(ctx, input.filter);
  return answerAside(ctx, reading, input);
}
