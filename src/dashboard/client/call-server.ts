import { Refusal, refusalOf } from './refusal.ts';

/** The data of a good answer, as the caller knows its shape. */
export const dataOf = <T>(body: unknown): T | undefined =>
  typeof body === 'object' && body !== null && 'ok' in body && body.ok === true
    ? (body as unknown as { data: T }).data
    : undefined;

/** The few calls before anybody is signed in, without the typed client: the sign-in page is to be small. @throws Refusal */
export async function callServer<T>(path: string, body?: object): Promise<T> {
  let answer: unknown;
  try {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`/app/api/${path}`, body === undefined ? {} : post);
    answer = await response.json();
  } catch {
    throw new Refusal('no_answer', '', '');
  }
  const data = dataOf<T>(answer);
  if (data === undefined) throw refusalOf(answer);
  return data;
}
