import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from './answer.ts';
import { type Visitor, visitor } from './browser-session.ts';
import { dataDir, docketJson, type RunOptions, serve } from './docket.ts';
import { expectOk } from './http-answers.ts';
import { until } from './until.ts';

const LINK = /\/app\/setup#(\S+)/g;

/**
 * A server on an empty data directory, as the first run finds it.
 * @param sealKey the text of the key file whose recovery sheet was entered here; without it backups count as a
 * stranger's
 */
export async function openFreshDesk(args: readonly string[] = [], options: RunOptions = {}, sealKey?: string) {
  const dir = dataDir();
  if (sealKey !== undefined) writeFileSync(join(dir.path, 'seal.key'), sealKey, { mode: 0o600 });
  const server = await serve(dir.path, args, options);
  const token = (): string => [...server.stdout().matchAll(LINK)].at(-1)?.[1] ?? '';
  return {
    dir: dir.path,
    folder: join(dir.path, 'backups'),
    url: server.url,
    server,
    /** The token of the set-up link that was printed last. */
    token,
    link: (): string => `${server.url}/app/setup#${token()}`,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
}

export type FreshDesk = Awaited<ReturnType<typeof openFreshDesk>>;

/** @returns the path of the backup */
export async function backUpInto(folder: string, dir: string): Promise<string> {
  const { backup } = await docketJson<{ backup: string }>(['backup', `${folder}/`, '--data', dir]);
  return backup;
}

/** Sends the bytes of a backup as a page does. @param headers the token of a set-up link, if nobody is signed in */
export const sendBackup = (who: Visitor, path: string, bytes: Uint8Array, headers: Record<string, string> = {}) =>
  who.post(path, bytes, { 'content-type': 'application/vnd.sqlite3', ...headers });

/** The outcome of a restore, once the server is back. @param token the token of the set-up link */
export const restoredBy = (url: string, token: string): Promise<Answer['body']> =>
  until('what became of the restore', async () => {
    const asked = visitor(url).post('/app/api/setup/backups/restored', { token });
    const answer = await asked.catch(() => undefined);
    return answer?.status === 200 && answer.body.data.restored;
  });

export const sealKeyIn = (dir: string): string => readFileSync(join(dir, 'seal.key'), 'utf8');

/** Ends the block on all access after a restore. @param token the token of the set-up link */
export async function openRestored(url: string, token: string): Promise<void> {
  expectOk(await visitor(url).post('/app/api/setup/access/open', { token }));
}

/**
 * The names in a folder, including hidden files; none if the folder does not exist. A starting server may test its
 * backup folder with a file of its own at any moment. That file is left out.
 */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.includes('.docket-probe-'))
      .toSorted();
  } catch {
    return [];
  }
}

/** Uploaded or downloaded files that have not become a backup or the database. */
export const leftovers = ({ dir, folder }: Pick<FreshDesk, 'dir' | 'folder'>): string[] =>
  [...namesIn(dir), ...namesIn(folder)].filter((name) => name.includes('.partial'));
