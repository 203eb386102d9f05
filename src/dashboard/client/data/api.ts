import type { treaty } from '@elysiajs/eden';
import type { dashboardRoutes } from '../../routes.ts';
import { createPathClient } from './path-client.ts';
import { Refusal, refusalOf } from './refusal.ts';
import { fetchSignedIn } from './session-ended.ts';

export { Refusal } from './refusal.ts';

type Routes = ReturnType<typeof treaty<ReturnType<typeof dashboardRoutes>>>['app']['api'];

/** The dashboard's data, typed by its own routes; the imports are of types alone, or the server would land in the bundle. */
export const api = createPathClient('/app/api', fetchSignedIn) as Routes;

interface Treated<T> {
  readonly data: { readonly data: T } | null;
  readonly error: { readonly value: unknown } | null;
}

/** The data of an answer. @throws Refusal */
export async function ask<T>(call: Promise<Treated<T>>): Promise<T> {
  let answer: Treated<T>;
  try {
    answer = await call;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('no_answer', '', '');
  }
  if (answer.data !== null && answer.error === null) return answer.data.data;
  throw refusalOf(answer.error?.value);
}
