import type { treaty } from '@elysiajs/eden';
import type { dashboardRoutes } from '../../routes.ts';
import { createPathClient } from './path-client.ts';
import { Refusal, refusalOf } from './refusal.ts';
import { fetchSignedIn } from './session-ended.ts';

export { Refusal } from './refusal.ts';

type Routes = ReturnType<typeof treaty<ReturnType<typeof dashboardRoutes>>>['app']['api'];

/** The imported routes are only types. Otherwise the server's code would end up in the bundle. */
export const api = createPathClient('/app/api', fetchSignedIn) as Routes;

interface TreatyAnswer {
  readonly data: unknown;
  readonly error: { readonly value: unknown } | null;
}
type Good<R> = Extract<R, { readonly error: null }> extends { readonly data: infer Data } ? Data : never;

/** Awaits a call and returns the data of its answer. @throws Refusal */
export async function ask<R extends TreatyAnswer>(call: Promise<R>): Promise<Good<R>> {
  let answer: R;
  try {
    answer = await call;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('no_answer', '', '');
  }
  if (answer.error === null) return answer.data as Good<R>;
  throw refusalOf(answer.error.value);
}
