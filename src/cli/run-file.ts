import { errorText } from '../base/index.ts';
import type { RunFile } from '../updates/index.ts';
import type { Shell } from './shell.ts';

/**
 * The variables that a program needs to run at all. Docket's settings and those of the runtime (BUN_OPTIONS) are left
 * out.
 */
const PASSED = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir'];

export const runFileOf =
  (shell: Shell): RunFile =>
  async (path, args, timeoutMs) => {
    const env = Object.fromEntries(PASSED.flatMap((name) => (shell.env[name] ? [[name, shell.env[name]]] : [])));
    try {
      const child = Bun.spawn([path, ...args], {
        env,
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
      });
      const [stdout, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
      return { status: child.signalCode === null ? status : null, stdout, stderr };
    } catch (error) {
      return { status: 1, stdout: '', stderr: errorText(error) };
    }
  };
