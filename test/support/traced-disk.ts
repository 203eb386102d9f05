import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from './store.ts';
import { until } from './until.ts';

/** The effect of strace on the syncs of a process, and writes down of it, from outside. */
export interface TracedDisk extends AsyncDisposable {
  /** Ends it: from now on the disk is as ever. @returns what the system was asked for, a line each */
  end(): Promise<readonly string[]>;
}

/** Calls by which bytes leave for the disk or for a client. */
const CALLS = 'pwrite64,fsync,fdatasync,sendto,sendmsg,write,writev';

/** @param how what becomes of each fdatasync, as strace calls it: `delay_exit=300000` (µs), `error=EIO` */
export async function trace(pid: number, how: string): Promise<TracedDisk> {
  const dir = tempDir();
  const file = join(dir.path, 'calls');
  const child = Bun.spawn(
    [
      'strace',
      '--follow-forks',
      '--decode-fds=path',
      '--string-limit=4200',
      `--output=${file}`,
      `--trace=${CALLS}`,
      `--inject=fdatasync:${how}`,
      `--attach=${pid}`,
    ],
    { stdout: 'ignore', stderr: 'pipe' },
  );
  let said = '';
  const reading = (async () => {
    for await (const chunk of child.stderr) said += new TextDecoder().decode(chunk);
  })();
  await until('strace to hold all threads', () => /attached with \d+ threads|attached\n/.test(said));
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await child.exited;
    await reading;
  };
  return {
    async end() {
      await stop();
      return readFileSync(file, 'latin1').split('\n');
    },
    async [Symbol.asyncDispose]() {
      await stop();
      dir[Symbol.dispose]();
    },
  };
}
