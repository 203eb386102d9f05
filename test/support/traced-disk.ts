import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from './store.ts';
import { until } from './until.ts';

/** The system calls that send bytes to the disk or to a client. */
const CALLS = 'pwrite64,fsync,fdatasync,sendto,sendmsg,write,writev';

/**
 * Slows or fails the syncs of a process from outside, by strace, and records them.
 * @param how the treatment of each fdatasync, in strace's words: `delay_exit=300000` (µs), `error=EIO`
 */
export async function trace(pid: number, how: string) {
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
    /** Ends the tracing, so that the disk behaves normally. @returns the system calls, one on each line */
    async end(): Promise<readonly string[]> {
      await stop();
      return readFileSync(file, 'latin1').split('\n');
    },
    async [Symbol.asyncDispose]() {
      await stop();
      dir[Symbol.dispose]();
    },
  };
}
