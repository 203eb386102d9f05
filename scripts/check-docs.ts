import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkComments } from './check-comments.ts';

const HEADING = /^(#+)\s+(.*)$/;
const REPOSITORY_PATH = /^(?:\.\/)?((?:src|scripts|test|migrations|\.ci)\/.*)$/;
/** A pattern such as `src/http/<resource>/routes.ts` names no one file. */
const PLACEHOLDER = /[*<>{}…]/;

/** The lines from the heading on to the next one of its rank; undefined when there is no such heading. */
function sectionOf(readme: string, title: string): string | undefined {
  const lines = readme.split('\n');
  const ranks = lines.map((line) => HEADING.exec(line)?.[1]?.length);
  const start = lines.findIndex((line) => HEADING.exec(line)?.[2]?.trim().toLowerCase() === title.toLowerCase());
  if (start < 0) return undefined;
  const rank = ranks[start] ?? 1;
  const end = ranks.findIndex((other, line) => line > start && other !== undefined && other <= rank);
  return lines.slice(start, end < 0 ? undefined : end).join('\n');
}

/** What the code map must name: folders and files directly in src, scripts, folders of test. */
function partsOf(root: string): string[] {
  const entries = (folder: string) => {
    const path = join(root, folder);
    return existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
  };
  const named = (folder: string, take: (kind: { folder: boolean }) => boolean): string[] =>
    entries(folder)
      .filter((entry) => take({ folder: entry.isDirectory() }))
      .map((entry) => `${folder}/${entry.name}`);
  return [
    ...named('src', () => true),
    ...named('scripts', (kind) => !kind.folder),
    ...named('test', (kind) => kind.folder),
  ].sort();
}

function mentions(text: string, path: string): boolean {
  const at = text.indexOf(path);
  if (at < 0) return false;
  const end = at + path.length;
  return !/^(?:[\w-]|\.\w)/.test(text.slice(end)) || mentions(text.slice(end), path);
}

function checkCodeMap(root: string, readme: string): string[] {
  const map = sectionOf(readme, 'Code map');
  if (map === undefined)
    return ['README.md:1 [map] there is no section "Code map"; write one that names every folder of src'];
  return partsOf(root)
    .filter((path) => !mentions(map, path))
    .map((path) => `README.md:1 [map] the code map does not name ${path}; add it, by its full path`);
}

function checkPaths(root: string, line: string): string[] {
  return [...line.matchAll(/`([^`]+)`/g)].flatMap(([, span = '']) => {
    const path = REPOSITORY_PATH.exec(span.split(/[\s:]/)[0] ?? '')?.[1];
    if (path === undefined || PLACEHOLDER.test(path) || existsSync(join(root, path))) return [];
    return [`[path] ${path} does not exist; name the file that took its place`];
  });
}

function checkScripts(names: ReadonlySet<string>, line: string): string[] {
  return [...line.matchAll(/\bbun run ([a-z][\w:-]*)(?![\w./])/g)]
    .map(([, name = '']) => name)
    .filter((name) => !names.has(name))
    .map((name) => `[script] package.json has no script "${name}"; name one that it has`);
}

function checkExecutables(root: string, line: string): string[] {
  return [...line.matchAll(/(?<![\w.])\.\/(scripts\/[\w.-]*\w)/g)].flatMap(([, path = '']) => {
    const file = join(root, path);
    if (!existsSync(file)) return [`[executable] ./${path} does not exist`];
    return (statSync(file).mode & 0o111) === 0 ? [`[executable] ./${path} is not executable; chmod +x it`] : [];
  });
}

function scriptNames(root: string): ReadonlySet<string> {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('scripts' in manifest)) return new Set();
  return new Set(Object.keys(manifest.scripts ?? {}));
}

/** @returns `file:line [rule] what is wrong; what to do instead`, one a problem */
export function checkDocs(root: string): string[] {
  const file = join(root, 'README.md');
  if (!existsSync(file)) return ['README.md:1 [map] is missing; write it, with a section "Code map"'];
  const readme = readFileSync(file, 'utf8');
  const names = scriptNames(root);
  const lines = readme
    .split('\n')
    .flatMap((line, index) =>
      [...checkPaths(root, line), ...checkScripts(names, line), ...checkExecutables(root, line)].map(
        (problem) => `README.md:${index + 1} ${problem}`,
      ),
    );
  return [...checkCodeMap(root, readme), ...new Set(lines)];
}

if (import.meta.main) {
  const root = resolve(import.meta.dir, '..');
  const problems = [...checkDocs(root), ...checkComments(root)];
  process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
