import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from './targets.ts';

/**
 * @returns the command's standard output
 * @throws Error with the output if the command fails
 */
export function run(cwd: string, command: readonly string[], env: Record<string, string> = {}): string {
  const { success, stdout, stderr } = Bun.spawnSync([...command], { cwd, env: { ...process.env, ...env } });
  if (!success) throw new Error(`${command.join(' ')}:\n${stdout.toString()}${stderr.toString()}`);
  return stdout.toString();
}

export function fetchRuntime(cache: string, { runtime, integrity }: Target, version: string): string {
  const folder = join(cache, `${runtime.replace('@oven/', '')}-${version}`);
  const executableIn = (at: string): string | undefined => {
    const bin = join(at, 'package/bin');
    const name = existsSync(bin) ? readdirSync(bin).find((file) => /^bun(\.exe)?$/.test(file)) : undefined;
    return name === undefined ? undefined : join(bin, name);
  };
  const kept = executableIn(folder);
  if (kept !== undefined) return kept;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-'));
  try {
    run(draft, ['npm', 'pack', '--silent', '--ignore-scripts', `${runtime}@${version}`]);
    const [tarball = ''] = readdirSync(draft);
    const found = `sha512-${createHash('sha512')
      .update(readFileSync(join(draft, tarball)))
      .digest('base64')}`;
    if (found !== integrity) throw new Error(`${runtime}@${version} has ${found}, not ${integrity}`);
    run(draft, ['tar', '-xzf', tarball]);
    rmSync(join(draft, tarball));
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const executable = executableIn(folder);
  if (executable === undefined) throw new Error(`${runtime}@${version} holds no executable`);
  return executable;
}
