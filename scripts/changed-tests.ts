import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readSources, type Source, targetOf } from './source.ts';

/** A test that imports this file drives the executable, so it depends on all sources of the executable. */
const DRIVES_EXECUTABLE = 'test/support/docket.ts';
const DRIVES_BROWSER = 'test/support/browser.ts';
const PAGES = 'src/dashboard/client/';
const BUILT_FROM = /^(?:src|migrations)\/|^(?:scripts\/build|package\.json|bun\.lock|tsconfig\.json)/;

function git(root: string, args: readonly string[]): string[] {
  const { success, stdout, stderr } = Bun.spawnSync(['git', ...args], { cwd: root });
  if (!success) throw new Error(`git ${args.join(' ')} failed: ${stderr.toString().trim()}`);
  return stdout.toString().split('\0').filter(Boolean);
}

/** @throws Error if git does not know the commit */
export function changedSince(root: string, commit: string): string[] {
  return [
    ...git(root, ['diff', '--name-only', '-z', '--no-renames', commit, '--']),
    ...git(root, ['ls-files', '--others', '--exclude-standard', '-z']),
  ];
}

function closure(from: string, edges: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set([from]);
  for (const path of reached) for (const next of edges.get(path) ?? []) reached.add(next);
  return reached;
}

/**
 * Returns true if a test's text contains the name of the file at `path`. For a fixture, the name of its folder is
 * enough.
 */
function names(text: string, path: string): boolean {
  const [name, folder] = [basename(path), dirname(path)];
  // A name without an extension, such as scripts/test, could be any word, so the text must contain its whole path.
  return (
    text.includes(name.includes('.') ? name : path) || (folder.includes('/') && text.includes(`${basename(folder)}/`))
  );
}

/** Lists the affected tests. If only pages changed, tests that drive the executable without a browser are left out. */
export function touchedTests(root: string, changed: readonly string[]): string[] {
  const sources = readSources(root, ['src', 'test', 'scripts']);
  const edges = new Map(
    sources.map((source) => [source.path, source.imports.flatMap((one) => targetOf(source, one) ?? [])]),
  );
  const built = changed.filter((path) => BUILT_FROM.test(path));
  const byName = changed.filter((path) => !/^(?:src|test)\/.*\.tsx?$/.test(path));
  const pagesAlone = built.length > 0 && built.every((path) => path.startsWith(PAGES));
  const isTouched = ({ path }: Source): boolean => {
    const reached = closure(path, edges);
    if (changed.some((one) => reached.has(one))) return true;
    if (built.length > 0 && reached.has(pagesAlone ? DRIVES_BROWSER : DRIVES_EXECUTABLE)) return true;
    const texts = [...reached]
      .filter((one) => one.startsWith('test/') && edges.has(one))
      .map((one) => readFileSync(join(root, one), 'utf8'));
    return byName.some((one) => texts.some((text) => names(text, one)));
  };
  return sources
    .filter(({ path }) => path.endsWith('.test.ts'))
    .filter(isTouched)
    .map(({ path }) => path);
}
