import { test } from 'bun:test';

/** The reason why a test cannot run on this machine, such as `php is not installed`; undefined if it can. */
export type Lack = string | undefined;

export function lacksTool(...tools: readonly string[]): Lack {
  const missing = tools.find((tool) => Bun.which(tool) === null);
  return missing === undefined ? undefined : `${missing} is not installed`;
}

export const lacksRoot = (): Lack => (process.getuid?.() === 0 ? undefined : 'only root can try this');

/** strace may be installed and still be forbidden in a container. */
export function lacksTrace(): Lack {
  const lack = lacksTool('strace');
  if (lack !== undefined) return lack;
  const tried = Bun.spawnSync(['strace', '-o', '/dev/null', 'true'], { stdout: 'ignore', stderr: 'ignore' });
  return tried.success ? undefined : 'strace is not permitted';
}

/** A test that counts as skipped if a tool is missing; its name then says which. */
export function testUnless(lack: Lack, name: string, run: () => void | Promise<void>, timeoutMs?: number): void {
  test.skipIf(lack !== undefined)(lack === undefined ? name : `${name} (not run here: ${lack})`, run, timeoutMs);
}
