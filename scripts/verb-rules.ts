import { argumentsAt, lineAt, type Source, takenNames } from './source.ts';

/** The folders whose verbs open writes. */
const DOMAIN =
  /^src\/(?:backups|imports|inquiries|keys|mail|mail-server|orders|people|retention|stock|webhooks|workspaces)\//;
/** Goes through the sweepings of all folders: each is whole in itself, and nothing holds them together. */
const CONDUCTOR = 'src/retention/sweep.ts';
const DECLARED =
  /^(export )?(?:async )?(?:function\*? (\w+)(?:<[^()]*>)?|const (\w+) = (?:async )?(?:<[^()]*>)?)(?=\()/gm;
const WRITE = /\.write\s*(?:<[^;()]*>\s*)?\(/;
const CALL = /(?<![.\w])(\w+)(?:<[^;()]*>)?(?=\()/g;
const MOST = 2;
/** What reads through the store, and not through the transaction that its caller has open. */
const CONTEXT = /:[^,]*\b(?:Storage|\w*Ctx)\b/;

interface Func {
  readonly name: string;
  readonly isExported: boolean;
  readonly source: Source;
  /** Where its parameters begin. */
  readonly at: number;
  readonly body: string;
}

function functionsOf(source: Source): Func[] {
  const { code } = source;
  return [...code.matchAll(DECLARED)].map((match) => {
    const rest = code.slice(match.index + 1);
    const next = rest.search(/\n(?=[a-zA-Z@])/);
    return {
      name: match[2] ?? match[3] ?? '',
      isExported: match[1] !== undefined,
      source,
      at: match.index + match[0].length,
      body: next < 0 ? rest : rest.slice(0, next),
    };
  });
}

type Functions = ReadonlyMap<string, ReadonlyMap<string, Func>>;

/** What a name means in a file: its own function, or one that it takes from another, through any index. */
function find(all: Functions, sources: ReadonlyMap<string, Source>, path: string, name: string): Func | undefined {
  const own = all.get(path)?.get(name);
  if (own !== undefined) return own;
  const source = sources.get(path);
  const taken = source && takenNames(source).find(({ ours }) => ours === name);
  return taken === undefined ? undefined : find(all, sources, taken.target, taken.theirs);
}

/** Those that open a write, themselves or by a function of their file that is nobody else's. */
function writersOf(own: ReadonlyMap<string, Func>): Set<Func> {
  const writers = new Set([...own.values()].filter(({ body }) => WRITE.test(body)));
  const calls = (func: Func): (Func | undefined)[] =>
    [...func.body.matchAll(CALL)].map(([, name]) => own.get(name ?? ''));
  for (let before = -1; before < writers.size; ) {
    before = writers.size;
    for (const func of own.values()) {
      if (calls(func).some((called) => called !== undefined && !called.isExported && writers.has(called))) {
        writers.add(func);
      }
    }
  }
  return writers;
}

/** A reader is offered to other folders, and takes what its workspace's data lie in. */
function isReader({ name, source, at }: Func, offered: ReadonlySet<string>): boolean {
  const [first = ''] = argumentsAt(source.code, at);
  return CONTEXT.test(first) && offered.has(`${source.path.split('/')[1]} ${name}`);
}

/** What the folders' doors offer, each with its folder. */
const offeredBy = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(
    sources
      .filter(({ path }) => /^src\/[^/]+\/index\.ts$/.test(path))
      .flatMap((door) => takenNames(door).map(({ theirs }) => `${door.path.split('/')[1]} ${theirs}`)),
  );

/**
 * A verb is an exported function of a domain folder that opens a write. It takes a context and an input, and neither it nor
 * anything else there calls another: two writes are two transactions, and a crash between them leaves half of it done. What is
 * read by other folders takes a context and an input too.
 */
export function checkVerbs(sources: readonly Source[]): string[] {
  const domain = sources.filter(({ path }) => DOMAIN.test(path));
  const byPath = new Map(domain.map((source) => [source.path, source]));
  const all = new Map(
    domain.map((source) => [source.path, new Map(functionsOf(source).map((func) => [func.name, func]))]),
  );
  const offered = offeredBy(domain);
  const writers = new Set([...all.values()].flatMap((own) => [...writersOf(own)]));
  const say = ({ source, at }: Func, what: string): string =>
    `${source.path}:${lineAt(source.code, at)} [verbs] ${what}`;
  return [...all.values()].flatMap((own) =>
    [...own.values()].flatMap((func) => {
      const verbs = new Set(
        [...func.body.matchAll(CALL)]
          .map(([, name]) => find(all, byPath, func.source.path, name ?? ''))
          .filter((called) => called !== undefined && called !== func && called.isExported && writers.has(called)),
      );
      const what = writers.has(func) ? 'verb' : 'reader';
      const isCalled = func.isExported && (what === 'verb' || isReader(func, offered));
      const many = isCalled ? argumentsAt(func.source.code, func.at).length : 0;
      return [
        ...(func.source.path === CONDUCTOR ? [] : [...verbs]).map((called) =>
          say(func, `${func.name} calls the verb ${called?.name}; share a helper that takes tx`),
        ),
        ...(many > MOST ? [say(func, `${func.name} takes ${many} arguments; a ${what} is ${what}(ctx, input)`)] : []),
      ];
    }),
  );
}
