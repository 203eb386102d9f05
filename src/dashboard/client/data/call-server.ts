import { Refusal, refusalOf } from './refusal.ts';

export type DataOf<Call extends (...of: never[]) => Promise<{ readonly data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>;

const dataOf = <T>(body: unknown): T | undefined =>
  typeof body === 'object' && body !== null && 'ok' in body && body.ok === true
    ? (body as unknown as { data: T }).data
    : undefined;

/** @throws Refusal */
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

/** Calls the server without the typed client, because the sign-in page must be small. @throws Refusal */
export function callServer<T>(path: string, body?: object): Promise<T> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  // biome-ignore lint/plugin: nobody is signed in yet, and the sign-in page is to be small.
  return dataFrom<T>(fetch(`/app/api/${path}`, body === undefined ? {} : post));
}
