import { type Source, targetOf } from './source.ts';

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

/**
 * Holds exports to those that another file imports, a test being one. A name handed on by an `index.ts` counts as imported.
 *
 * @param others files that import from `sources` and are not judged themselves
 */
export function checkExports(sources: readonly Source[], others: readonly Source[]): string[] {
  const used = new Map<string, Set<string>>();
  const handedOn = new Set<string>();
  for (const source of [...sources, ...others]) {
    const named = namedByLine(source);
    for (const one of source.imports) {
      const target = targetOf(source, one);
      if (target === undefined) continue;
      if (/\bexport\s+\*/.test(source.code)) handedOn.add(target);
      const names = named.get(one.line) ?? source.code.match(WORD) ?? [];
      used.set(target, (used.get(target) ?? new Set()).union(new Set(names)));
    }
  }
  return sources.flatMap(({ path, code }) =>
    [...code.matchAll(DECLARED)].flatMap(({ 1: name = '', index }) =>
      handedOn.has(path) || used.get(path)?.has(name) === true
        ? []
        : [
            `${path}:${code.slice(0, index).split('\n').length} [exports] nobody imports ${name}; keep it to the file, or take it away`,
          ],
    ),
  );
}
