import { type Declaration, isWithin, lineAt, type Source, takenNames, wholeOf } from './source.ts';

/** The domain folders. Their verbs are exported functions that open a write. */
const DOMAIN =
  /^src\/(?:backups|imports|inquiries|keys|mail|mail-server|orders|people|retention|stock|webhooks|workspaces)\//;
/**
 * The only domain file that may call verbs, which are exported functions that open a write. It runs the retention
 * sweeps of all folders. Each sweep is complete in itself, so a crash between two of them leaves no half-done work.
 */
const CONDUCTOR = 'src/retention/sweep.ts';
const MOST = 2;
/**
 * The parameter types that make a function a reader. Such a function sees only committed data, and not the writes of
 * its caller's open transaction.
 */
const CONTEXT = /^(?:Storage|\w*Ctx)$/;

interface Func extends Declaration {
  readonly source: Source;
  readonly called: readonly string[];
}

const functionsOf = (source: Source): Func[] =>
  source.declared
    .filter(({ isTop, params }) => isTop && params !== undefined)
    .map((one) => ({
      ...one,
      source,
      called: source.calls.filter((call) => isWithin(call, one)).map(({ name }) => name),
    }));

type Functions = ReadonlyMap<string, ReadonlyMap<string, Func>>;

function find(all: Functions, sources: ReadonlyMap<string, Source>, path: string, name: string): Func | undefined {
  const own = all.get(path)?.get(name);
  if (own !== undefined) return own;
  const source = sources.get(path);
  if (source === undefined) return undefined;
  const taken = takenNames(source).find(({ ours }) => ours === name);
  if (taken !== undefined) return find(all, sources, taken.target, taken.theirs);
  return wholeOf(source).flatMap((target) => find(all, sources, target, name) ?? [])[0];
}

/** Finds the functions that open a write, directly or through an unexported function of their file. */
function writersOf(own: ReadonlyMap<string, Func>): Set<Func> {
  const writers = new Set([...own.values()].filter(({ called }) => called.includes('.write')));
  for (let before = -1; before < writers.size; ) {
    before = writers.size;
    for (const func of own.values()) {
      const called = func.called.flatMap((name) => own.get(name) ?? []);
      if (called.some((one) => !one.isExported && writers.has(one))) writers.add(func);
    }
  }
  return writers;
}

/** Lists the names that the folders' index.ts files export, each as `folder name`. */
function offeredBy(sources: ReadonlyMap<string, Source>): ReadonlySet<string> {
  const namesOf = (door: Source): string[] => [
    ...takenNames(door).map(({ theirs }) => theirs),
    ...wholeOf(door)
      .flatMap((path) => sources.get(path) ?? [])
      .flatMap(namesOf),
  ];
  const doors = [...sources.values()].filter(({ path }) => /^src\/[^/]+\/index\.ts$/.test(path));
  return new Set(doors.flatMap((door) => namesOf(door).map((name) => `${door.path.split('/')[1]} ${name}`)));
}

/**
 * Checks the rules of verbs. A verb is an exported function of a domain folder that opens a write. It takes at most two
 * arguments: a context and an input. A reading function that takes a context has the same limit, if its folder's
 * index.ts exports it. No function of a domain folder calls a verb. Otherwise a crash between two transactions would
 * leave half of the work done. A verb refuses by rejecting its promise: it never throws.
 */
export function checkVerbs(sources: readonly Source[]): string[] {
  const domain = sources.filter(({ path }) => DOMAIN.test(path));
  const byPath = new Map(domain.map((source) => [source.path, source]));
  const all: Functions = new Map(
    domain.map((source) => [source.path, new Map(functionsOf(source).map((func) => [func.name, func]))]),
  );
  const offered = offeredBy(byPath);
  const writers = new Set([...all.values()].flatMap((own) => [...writersOf(own)]));
  const say = ({ source, start }: Func, what: string): string =>
    `${source.path}:${lineAt(source.text, start)} [verbs] ${what}`;
  return [...all.values()].flatMap((own) =>
    [...own.values()].flatMap((func) => {
      const { name, source, params = [] } = func;
      const verbs = new Set(
        func.called
          .map((called) => find(all, byPath, source.path, called))
          .filter((called) => called !== undefined && called !== func && called.isExported && writers.has(called)),
      );
      const what = writers.has(func) ? 'verb' : 'reader';
      const [first] = params;
      const reads = first && source.uses.some((use) => isWithin(use, first) && CONTEXT.test(use.name));
      const isReader = reads === true && offered.has(`${source.path.split('/')[1]} ${name}`);
      const isJudged = func.isExported && (what === 'verb' || isReader);
      return [
        ...(source.path === CONDUCTOR ? [] : [...verbs]).map((called) =>
          say(func, `${name} calls the verb ${called?.name}; share a helper that takes tx`),
        ),
        ...(func.isExported && what === 'verb' && func.mayThrow
          ? [say(func, `${name} may throw before it returns a promise; make it async, so that it rejects`)]
          : []),
        ...(isJudged && params.length > MOST
          ? [say(func, `${name} takes ${params.length} arguments; a ${what} is ${what}(ctx, input)`)]
          : []),
      ];
    }),
  );
}
