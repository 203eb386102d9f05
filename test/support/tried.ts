import type { Running } from './docket.ts';
import { until } from './until.ts';

/** The hash of the account that the log names for an answer; undefined if it names none. */
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
