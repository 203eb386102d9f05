import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { anchorOf } from '../src/manual/page.ts';
import { checkLines } from './check-lines.ts';

const FRONT = 'README.md';
const FRONT_LINES = 130;
const MANUAL = 'src/manual';
const CODE_MAP = `${MANUAL}/code-map.md`;
const REPOSITORY_PATH = /^(?:\.\/)?((?:src|scripts|test|migrations|\.ci)\/.*)$/;
/** A pattern such as `src/http/<resource>/routes.ts` does not name a single file. */
const PLACEHOLDER = /[*<>{}…]/;

/** Lists the parts that the code map must name. */
function partsOf(root: string): string[] {
  const scripts = entriesOf(root, 'scripts').filter(({ isFolder }) => !isFolder);
  return [...entriesOf(root, 'src'), ...scripts, ...foldersIn(root, 'test')].map(({ path }) => path).sort();
}

function entriesOf(root: string, folder: string) {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.map((entry) => ({ path: `${folder}/${entry.name}`, isFolder: entry.isDirectory() }));
}

const foldersIn = (root: string, folder: string) => entriesOf(root, folder).filter(({ isFolder }) => isFolder);

function mentions(text: string, path: string): boolean {
  const at = text.indexOf(path);
  if (at < 0) return false;
  const end = at + path.length;
  return !/^(?:[\w-]|\.\w)/.test(text.slice(end)) || mentions(text.slice(end), path);
}

function checkCodeMap(root: string): string[] {
  const path = join(root, CODE_MAP);
  if (!existsSync(path)) return [`${CODE_MAP}:1 [map] is missing; write it, and name every folder of src`];
  const map = readFileSync(path, 'utf8');
  return partsOf(root)
    .filter((part) => !mentions(map, part))
    .map((part) => `${CODE_MAP}:1 [map] the code map does not name ${part}; add it, by its full path`);
}

function anchorsOf(text: string): ReadonlySet<string> {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  return new Set([...prose.matchAll(/^#+\s+(.*)$/gm)].map(([, heading = '']) => anchorOf(heading)));
}

function checkLinks(root: string, doc: string, line: string): string[] {
  return [...line.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const file = join(root, path === '' ? doc : join(dirname(doc), path));
    if (!existsSync(file)) return [`[link] ${target} leads nowhere; name a file that exists`];
    if (anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).has(anchor)) return [];
    return [`[link] ${target} leads to no heading; name one of that page`];
  });
}

function checkFront(readme: string, pages: readonly string[]): string[] {
  const lines = readme.trimEnd().split('\n').length;
  const unnamed = pages.filter((page) => dirname(page) === MANUAL && !readme.includes(`(${page})`));
  return [
    ...(lines > FRONT_LINES ? [`${FRONT}:${lines} [front] has ${lines} lines; keep it to ${FRONT_LINES}`] : []),
    ...unnamed.map((page) => `${FRONT}:1 [front] does not lead to ${page}; name it under "Read on"`),
  ];
}

export function manualPages(root: string): string[] {
  const folder = join(root, MANUAL);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `${MANUAL}/${path.replaceAll('\\', '/')}`)
    .sort();
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

const CLIENT = 'src/dashboard/client';

/** Lists the rooms: the folders in src, in src/dashboard/client, and in src/dashboard/client/features. */
const roomsOf = (root: string): string[] =>
  ['src', CLIENT, `${CLIENT}/features`].flatMap((folder) => foldersIn(root, folder).map(({ path }) => path));

const OPENING = /^\/\*\*[\s\S]*?\bMust never:[\s\S]*?\*\//;

/** Checks that each main folder (see `roomsOf`) has an index.ts with its purpose and what it must never do. */
export function checkDoors(root: string): string[] {
  const doors = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('/index.ts'));
  return [...new Set([...roomsOf(root).map((room) => `${room}/index.ts`), ...doors])].sort().flatMap((door) => {
    if (!existsSync(join(root, door))) return [`${door}:1 [door] is missing; say what the room is for`];
    if (OPENING.test(readFileSync(join(root, door), 'utf8'))) return [];
    return [`${door}:1 [door] does not open with what the room is for, and with "Must never:"`];
  });
}

/** @returns `file:line [rule] what is wrong; what to do instead`, one for each problem */
export function checkDocs(root: string): string[] {
  if (!existsSync(join(root, FRONT))) return [`${FRONT}:1 [front] is missing; write it`];
  const pages = manualPages(root);
  const names = scriptNames(root);
  const problems = [FRONT, ...pages].flatMap((doc) =>
    readFileSync(join(root, doc), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        [
          ...checkPaths(root, line),
          ...checkScripts(names, line),
          ...checkExecutables(root, line),
          ...checkLinks(root, doc, line),
        ].map((problem) => `${doc}:${index + 1} ${problem}`),
      ),
  );
  return [...checkCodeMap(root), ...checkFront(readFileSync(join(root, FRONT), 'utf8'), pages), ...new Set(problems)];
}

if (import.meta.main) {
  const root = resolve(import.meta.dir, '..');
  const problems = [...checkDocs(root), ...checkDoors(root), ...checkLines(root)];
  process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
