import { resolve } from 'node:path';
import { checkPlace, checkRooms, SHARED } from './client-rooms.ts';
import { findCycles } from './cycles.ts';
import { readSources, type Source, targetOf } from './source.ts';
import { checkVerbs } from './verb-rules.ts';

const floorsOf = (rows: readonly (readonly [floor: number, names: string])[], unit = ''): ReadonlyMap<string, number> =>
  new Map(rows.flatMap(([floor, names]) => names.split(' ').map((name) => [`${unit}${name}`, floor] as const)));

/** The folders and files of `src` by floor. Each of them may import only from lower floors. */
const FLOORS = floorsOf([
  [5, 'main.ts app.ts wiring cli'],
  [4, 'http dashboard worker tracing'],
  [3.5, 'web'],
  [3.3, 'forgetting'],
  [3, 'backups clients inquiries orders retention'],
  [2, 'stock flows imports webhooks mail-server mail seal people keys workspaces'],
  [1, 'manual updates storage'],
  [0, 'base build-info.d.ts'],
]);

const ROOMS = new Map([
  ...floorsOf(
    [
      [3, 'file calls search'],
      [2, 'store'],
      [1, 'schema'],
      [0, 'seal'],
    ],
    'storage/',
  ),
  ...floorsOf(
    [
      [6, 'index.ts'],
      [5, 'routes.ts readings.ts'],
      [4, 'clients inquiries overview payments reports'],
      [3, 'links orders start stock'],
      [2, 'account backups clients-data connect flows history imports keys live mails pages settings webhooks'],
      [1, 'desk'],
    ],
    'dashboard/',
  ),
]);
const FLOORED = 'dashboard';
const BESIDE = ['dashboard/client', 'dashboard/shared'];

/** The only imports allowed between units on the same floor. */
const SIDEWAYS: Readonly<Record<string, string>> = {
  'main.ts': 'cli app.ts',
  cli: 'app.ts',
  'app.ts': 'wiring',
  people: 'workspaces mail',
  keys: 'workspaces',
  stock: 'workspaces imports',
  imports: 'workspaces',
  flows: 'workspaces',
  webhooks: 'workspaces people mail',
  'mail-server': 'mail workspaces',
  seal: 'workspaces',
  inquiries: 'orders',
  clients: 'orders',
  retention: 'orders',
  // The worker thread runs the dashboard's read functions. The dashboard never imports the worker.
  worker: 'dashboard',
};

const PACKAGES = [
  { name: /^bun:sqlite$/, allows: (unit: string) => unit === 'storage', instead: 'only src/storage opens the file' },
  {
    name: /^drizzle-orm$/,
    allows: (unit: string) => floorOf(unit) >= 1 && floorOf(unit) < 3.5,
    instead: 'call a verb of orders, inquiries, webhooks, people or workspaces, which know the SQL',
  },
  {
    name: /^drizzle-orm\//,
    allows: (unit: string) => unit === 'storage',
    instead: "take what is needed from storage/index.ts; domain folders use the operators of 'drizzle-orm' alone",
  },
  {
    name: /^(elysia|@elysiajs)(\/|$)/,
    allows: (unit: string) => floorOf(unit) >= 3.5,
    instead: 'keep the web framework in web, http and dashboard',
  },
];

const LONGEST = 400;
const LONG_ON_PURPOSE = 'src/storage/schema/tables.ts';
const MEDIAN_BELOW = 100;
const NINE_IN_TEN_BELOW = 250;

interface LayerReport {
  /** The problems, each as `file:line [rule] what is wrong; what to do instead`. */
  readonly problems: readonly string[];
  readonly figures: string;
}

const unitOf = (path: string): string => path.split('/')[1] ?? '';
const floorOf = (unit: string): number => FLOORS.get(unit) ?? -1;

const roomOf = (path: string): string => path.split('/').slice(1, 3).join('/');

/** Checks an import between folders of a unit. Only the unit's own `index.ts` may bypass a folder's `index.ts`. */
function checkInside(source: Source, target: string, doors: ReadonlySet<string>): string | undefined {
  const [from, to] = [roomOf(source.path), roomOf(target)];
  if (from === to) return undefined;
  const [upper, lower] = [ROOMS.get(from), ROOMS.get(to)];
  if (upper !== undefined && lower !== undefined && upper <= lower) {
    return `[floors] ${from} (${upper}) imports ${to} (${lower}), not downwards; move what both need down`;
  }
  const door = `src/${to}/index.ts`;
  if (!doors.has(door) || target === door || from.endsWith('/index.ts')) return undefined;
  return `[index] ${target} is inside ${to}; import it from ${door}`;
}

function checkStep(source: Source, target: string, doors: ReadonlySet<string>): string | undefined {
  const [from, to] = [unitOf(source.path), unitOf(target)];
  if (!target.startsWith('src/')) {
    // The manual offers files for operators, and a module in scripts/deploy may generate such a file.
    const isHandedOut = source.path === 'src/manual/files.ts' && target.startsWith('scripts/deploy/');
    return /\.tsx?$/.test(target) && !isHandedOut
      ? `[outside] ${target} is no part of the product; move what is shared into src`
      : undefined;
  }
  if (from === to) return checkInside(source, target, doors);
  if (!FLOORS.has(to)) return `[floors] ${to} has no floor; give it one in scripts/check-layers.ts`;
  const [upper, lower] = [floorOf(from), floorOf(to)];
  if (upper < lower) return `[floors] ${from} (${upper}) imports ${to} (${lower}), upwards; pass it in as an argument`;
  if (upper === lower && !SIDEWAYS[from]?.split(' ').includes(to)) {
    return `[floors] ${from} imports ${to} of the same floor (${upper}); move what both need down, or join them in app.ts`;
  }
  // A module shared by browser and server may import a subfolder of base directly, because src/base/index.ts imports
  // server code.
  if (source.path.startsWith(SHARED) && target === `src/${roomOf(target)}/index.ts`) return undefined;
  if (!to.endsWith('.ts') && !target.endsWith('.md') && target !== `src/${to}/index.ts`) {
    return `[index] ${target} is inside ${to}; import it from src/${to}/index.ts`;
  }
  return undefined;
}

function checkPackage(source: Source, specifier: string): string | undefined {
  const unit = unitOf(source.path);
  const broken = PACKAGES.find(({ name, allows }) => name.test(specifier) && !allows(unit));
  return broken && `[packages] ${unit} may not import ${specifier}; ${broken.instead}`;
}

function checkImports(source: Source, doors: ReadonlySet<string>): string[] {
  return source.imports.flatMap((found) => {
    const target = targetOf(source, found);
    const problems =
      target === undefined
        ? [checkPackage(source, found.specifier)]
        : [checkStep(source, target, doors), checkRooms(source.path, found, target)];
    return problems
      .filter((problem) => problem !== undefined)
      .map((problem) => `${source.path}:${found.line} ${problem}`);
  });
}

function checkUnit(source: Source): string[] {
  const place = checkPlace(source.path);
  if (place !== undefined) return [`${source.path}:1 ${place}`];
  const room = roomOf(source.path);
  if (unitOf(source.path) === FLOORED && !BESIDE.includes(room) && !ROOMS.has(room)) {
    return [`${source.path}:1 [floors] ${room} has no floor; give it one among ROOMS in scripts/check-layers.ts`];
  }
  if (FLOORS.has(unitOf(source.path))) return [];
  return [`${source.path}:1 [floors] ${unitOf(source.path)} has no floor; give it one in scripts/check-layers.ts`];
}

function checkLength({ path, lineCount }: Source): string[] {
  if (lineCount <= LONGEST || path === LONG_ON_PURPOSE) return [];
  return [`${path}:${LONGEST + 1} [length] ${lineCount} lines, at most ${LONGEST}; split it by noun or verb`];
}

function checkCycles(sources: readonly Source[]): string[] {
  const known = new Map(sources.map((source) => [source.path, source]));
  const edges = new Map(
    sources.map((source) => [
      source.path,
      source.imports.flatMap((found) => targetOf(source, found) ?? []).filter((target) => known.has(target)),
    ]),
  );
  return findCycles(edges).map((cycle) => {
    const members = cycle.toSorted();
    const first = known.get(members[0] ?? '');
    const step = first?.imports.find((found) => members.includes(targetOf(first, found) ?? ''));
    const where = `${first?.path}:${step?.line ?? 1}`;
    return `${where} [cycle] ${members.join(', ')} import one another; move what they share into a file below them`;
  });
}

function checkSpread(sources: readonly Source[]): LayerReport {
  const lengths = sources.map(({ lineCount }) => lineCount).sort((a, b) => a - b);
  const at = (share: number): number => lengths[Math.max(0, Math.ceil(lengths.length * share) - 1)] ?? 0;
  const problems = [
    { name: 'median', lines: at(0.5), below: MEDIAN_BELOW },
    { name: '90th percentile', lines: at(0.9), below: NINE_IN_TEN_BELOW },
  ].flatMap(({ name, lines, below }) =>
    lines < below ? [] : [`src:1 [length] ${name} is ${lines} lines, to be below ${below}; split the longest files`],
  );
  const figures = `${lengths.length} files, lines: median ${at(0.5)}, 90th percentile ${at(0.9)}, longest ${at(1)}`;
  return { problems, figures };
}

/** Checks the imports between layers. Type-only and dynamic imports count like any other. */
export function checkLayers(sources: readonly Source[]): LayerReport {
  const spread = checkSpread(sources);
  const doors = new Set(sources.map(({ path }) => path).filter((path) => path.endsWith('/index.ts')));
  const checks = [checkUnit, (source: Source) => checkImports(source, doors), checkLength];
  const each = checks.flatMap((check) => sources.flatMap(check));
  return {
    problems: [...each, ...checkCycles(sources), ...checkVerbs(sources), ...spread.problems],
    figures: spread.figures,
  };
}

if (import.meta.main) {
  const root = resolve(import.meta.dir, '..');
  const report = checkLayers(readSources(root));
  const others = readSources(root, ['scripts', 'test']);
  const problems = [...report.problems, ...checkCycles(others)];
  process.stdout.write([...problems, report.figures, ''].join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
