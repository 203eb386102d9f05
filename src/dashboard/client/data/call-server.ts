import { Refusal, refusalOf } from './refusal.ts';

/** The data of a route's answer, by its own types; nothing of the typed client comes along. */
export type DataOf<Call extends (...of: never[]) => Promise<{ readonly data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>;

/** The data of a good answer, as the caller knows its shape. */
export const dataOf = <T>(body: unknown): T | undefined =>
  typeof body === 'object' && body !== null && 'ok' in body && body.ok === true
    ? (body as unknown as { data: T }).data
    : undefined;

/** The data of an answer to come. @throws Refusal */
export async function dataFrom<T>(asked: Promise<Response>): Promise<T> {
  let answer: unknown;
  try {
    answer = await (await asked).json();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('no_answer', '', '');
  }
  const data = dataOf<T>(answer);
  if (data === undefined) throw refusalOf(answer);
  return data;
}

/**
 * Calls the server without the typed client, for the few calls before signing in: the sign-in page must be small.
 * @throws Refusal
 */
export function callServer<T>(path: string, body?: object): Promise<T> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  // biome-ignore lint/plugin: nobody is signed in yet, and the sign-in page is to be small.
  return dataFrom<T>(fetch(`/app/api/${path}`, body === undefined ? {} : post));
}
