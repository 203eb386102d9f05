import { lineAt, type Source, targetOf } from './source.ts';

const DECLARED =
  /^export\s+(?:(?:declare|abstract|async)\s+)*(?:const|let|function\*?|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/gm;
const NAMED = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\b/g;
const WORD = /[\w$]+/g;

/** What a file takes by name, by the line that names the other file; what it takes as a whole may use any word of it. */
function namedByLine({ code }: Source): ReadonlyMap<number, readonly string[]> {
  let [line, seen] = [1, 0];
  const named = [...code.matchAll(NAMED)].map(({ 0: text, 1: names = '', index }): [number, string[]] => {
    const end = index + text.length;
    for (; seen < end; seen += 1) if (code.charCodeAt(seen) === 10) line += 1;
    return [line, names.match(WORD) ?? []];
  });
  return new Map(named);
}

const DOOR = /\bexport\s+(?:type\s+)?\{([^}]*)\}\s*from\b/g;

/** The names that a file declares for others. A door of a room also hands some on. */
function offeredBy({
  path,
  code,
}: Source): { readonly name: string; readonly index: number; readonly isDoor: boolean }[] {
  const declared = [...code.matchAll(DECLARED)].map(({ 1: name = '', index }) => ({ name, index, isDoor: false }));
  if (!path.endsWith('/index.ts')) return declared;
  const handed = [...code.matchAll(DOOR)].flatMap(({ 1: names = '', index, 0: text }) =>
    names.split(',').flatMap((one) => {
      const name = one.match(WORD)?.at(-1);
      return name === undefined ? [] : [{ name, index: index + text.indexOf(one.trim()), isDoor: true }];
    }),
  );
  return [...declared, ...handed];
}

/** What files take of others: target, then names. */
function takenBy(files: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const taken = new Map<string, Set<string>>();
  for (const source of files) {
    const named = namedByLine(source);
    for (const one of source.imports) {
      const target = targetOf(source, one);
      if (target === undefined) continue;
      const names = named.get(one.line) ?? source.code.match(WORD) ?? [];
      taken.set(target, (taken.get(target) ?? new Set()).union(new Set(names)));
    }
  }
  return taken;
}

/**
 * Holds exports to those that another file imports, a test being one. A door (`index.ts`) hands on what the product takes from
 * it, and nothing that tests alone want: they enter by the file.
 *
 * @param others files that import from `sources` and are not judged themselves
 */
export function checkExports(sources: readonly Source[], others: readonly Source[]): string[] {
  const [byProduct, byOthers] = [takenBy(sources), takenBy(others)];
  const handedOn = new Set(
    [...sources, ...others]
      .filter(({ code }) => /\bexport\s+\*/.test(code))
      .flatMap((source) => source.imports.map((one) => targetOf(source, one))),
  );
  return sources.flatMap((source) => {
    const { path, code } = source;
    const isTaken = (name: string, isDoor: boolean): boolean =>
      byProduct.get(path)?.has(name) === true || (!isDoor && byOthers.get(path)?.has(name) === true);
    return offeredBy(source)
      .filter(({ name, isDoor }) => !handedOn.has(path) && !isTaken(name, isDoor))
      .map(({ name, index, isDoor }) => {
        const what = isDoor
          ? `nothing of the product takes ${name} by this door; take it out`
          : `nobody imports ${name}; keep it to the file, or take it away`;
        return `${path}:${lineAt(code, index)} [exports] ${what}`;
      });
  });
}
