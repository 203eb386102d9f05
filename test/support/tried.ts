import type { Running } from './docket.ts';
import { until } from './until.ts';

/** Returns the hash of the tried account's id, from the log line of this answer; undefined if the line has none. */
export async function triedIn(
  server: Running,
  answered: Promise<{ readonly headers: Headers }>,
): Promise<string | undefined> {
  const id = (await answered).headers.get('x-request-id') ?? 'none';
  const line = await until('the line of the try', () =>
    server
      .stderr()
      .split('\n')
      .find((text) => text.includes(id)),
  );
  return /tried=(\S+)/.exec(line)?.[1];
}

export const hashedId = (id: string): string => new Bun.CryptoHasher('sha256').update(id).digest('hex').slice(0, 16);
