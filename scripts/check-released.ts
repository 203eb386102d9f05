/**
 * Usage: check-released.ts [tree]
 *
 * Checks that no migration has changed since its release, because it has already run on databases elsewhere.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(process.argv[2] ?? join(import.meta.dir, '..'));
const FOLDER = 'migrations/';

function git(...args: readonly string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync(['git', '-C', ROOT, ...args]);
  if (!success) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`);
  return stdout.toString();
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

function problemsOf(tag: string): string[] {
  return linesOf(git('ls-tree', '-r', '--name-only', tag, FOLDER)).flatMap((path) => {
    const file = join(ROOT, path);
    if (!existsSync(file)) return [`${path}: tag ${tag} has it, so it must stay`];
    if (readFileSync(file, 'utf8') === git('show', `${tag}:${path}`)) return [];
    return [`${path}: tag ${tag} has it, so it must stay as it is there; add the next step instead`];
  });
}

// A tree unpacked from an archive has no tags.
const problems = existsSync(join(ROOT, '.git')) ? linesOf(git('tag', '--list', 'v*')).flatMap(problemsOf) : [];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
