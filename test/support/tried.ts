import type { Running } from './docket.ts';
import { until } from './until.ts';

/** By which hash the log says whose account an answer was about; undefined where it names none. */
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

/** The hash of a person's id, as the log has it. */
export const hashedId = (id: string): string => new Bun.CryptoHasher('sha256').update(id).digest('hex').slice(0, 16);
