import { treaty } from '@elysiajs/eden';
import type { dashboardRoutes } from '../../routes.ts';
import { Refusal, refusalOf } from './refusal.ts';
import { fetchSignedIn } from './session-ended.ts';

export { Refusal } from './refusal.ts';

/** The dashboard's data, typed by its own routes; the import is of types alone, or the server would land in the bundle. */
export const api = treaty<ReturnType<typeof dashboardRoutes>>(location.origin, {
  fetcher: fetchSignedIn,
  // Texts that look like dates stay texts: an order's day must not become a moment.
  parseDate: false,
}).app.api;

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
