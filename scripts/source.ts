import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Import {
  /** As written: './x.ts', 'elysia'. */
  readonly specifier: string;
  readonly line: number;
  /** Whether nothing of it is left at run time: `import type`, `export type`. */
  readonly typeOnly: boolean;
}

export interface Source {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  /** Comments and the insides of literals blanked; every offset is that of the file. */
  readonly code: string;
  readonly lineCount: number;
  readonly imports: readonly Import[];
}

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const STRING = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y;
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const TEMPLATE_PART = /[`}](?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y;
/** What stands before a slash that divides nothing; after `<` it closes an element of a page. */
const BEFORE_EXPRESSION = /(?:^|[(,=:[!&|?{};+\-*%>~^]|\b(?:return|typeof|case|in|of|await|yield))\s*$/;
/** An element of a page that ends in itself. */
const SELF_CLOSING = /\/>/y;
/** A worker's file is named by `new URL('./x.ts', import.meta.url)`. */
const IMPORT =
  /\b(?:from|import)\s*(['"])|\bimport\s*\(\s*(['"])|\bnew\s+URL\s*\(\s*(['"]) *\3\s*,\s*import\.meta\.url/g;

/** The text with comments and the insides of literals turned into spaces; code inside `${…}` stays. */
export function blankLiterals(text: string): string {
  let code = '';
  /** Braces open inside each template that is open itself. */
  const braces: number[] = [];
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = code.length;
    return pattern.exec(text)?.[0];
  };
  const literal = (char: string): string | undefined => {
    if (char === "'" || char === '"') return take(STRING);
    if (char === '`' || (char === '}' && braces.at(-1) === 0)) return take(TEMPLATE_PART);
    if (char !== '/' || take(SELF_CLOSING) !== undefined) return undefined;
    return take(COMMENT) ?? (BEFORE_EXPRESSION.test(code.slice(-200)) ? take(REGULAR_EXPRESSION) : undefined);
  };
  while (code.length < text.length) {
    const char = text.charAt(code.length);
    const found = literal(char);
    if (found === undefined) {
      const open = braces.at(-1);
      if (open !== undefined && char === '{') braces[braces.length - 1] = open + 1;
      if (open !== undefined && char === '}') braces[braces.length - 1] = open - 1;
      code += char;
      continue;
    }
    if (char === '}') braces.pop();
    if (found.endsWith('${')) braces.push(0);
    const inside = found.slice(1, -1).replace(/[^\n]/g, ' ');
    code += char === '/' ? ` ${inside} ` : char + inside + found.slice(-1);
  }
  return code;
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function importsOf(text: string, code: string): Import[] {
  return [...code.matchAll(IMPORT)].map((match) => {
    const quote = match[1] ?? match[2] ?? match[3] ?? '';
    const start = match.index + match[0].indexOf(quote) + 1;
    const statement =
      code
        .slice(0, match.index)
        .split(/\b(?=(?:import|export)\b)/)
        .at(-1) ?? '';
    return {
      specifier: text.slice(start, text.indexOf(quote, start)),
      line: lineAt(text, start),
      // Behind its semicolon another statement has begun, which `import(…)` or `import '…'` belongs to.
      typeOnly: /^(?:import|export)\s+type\b[^;]*$/.test(statement),
    };
  });
}

/** The path from the root that an import leads to; undefined for a package. */
export function targetOf(source: Pick<Source, 'path'>, { specifier }: Import): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return join(dirname(source.path), specifier).replaceAll('\\', '/');
}

/** The texts of the arguments, or parameters, in the brackets that open at `start`, in code whose literals are blanked. */
export function argumentsAt(code: string, start: number): string[] {
  const found = [''];
  let [depth, types] = [0, 0];
  for (let at = start; at < code.length; at += 1) {
    const char = code.charAt(at);
    // Types have their brackets close to their name; what is compared stands apart.
    const opensTypes = char === '<' && /\w<\S/.test(code.slice(at - 1, at + 2));
    const closesTypes = char === '>' && types > 0 && code.charAt(at - 1) !== '=';
    types += Number(opensTypes) - Number(closesTypes);
    if (opensTypes || '([{'.includes(char)) depth += 1;
    if (closesTypes || ')]}'.includes(char)) depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && char === ',') found.push('');
    else if (at > start) found[found.length - 1] += char;
  }
  return found.filter((text) => text.trim() !== '');
}

const TAKEN = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*(['"]) *\2/g;

/** What a file takes from others by name: their name, and the one that it has here. */
export function takenNames(
  source: Source,
): { readonly theirs: string; readonly ours: string; readonly target: string }[] {
  return [...source.code.matchAll(TAKEN)].flatMap((match) => {
    const line = lineAt(source.code, match.index + match[0].length);
    const found = source.imports.find((one) => one.line === line);
    const target = found && targetOf(source, found);
    if (target === undefined) return [];
    const taken = (match[1] ?? '').split(',').map((one) =>
      one
        .trim()
        .replace(/^type /, '')
        .split(/\s+as\s+/),
    );
    return taken.map(([theirs = '', ours = theirs]) => ({ theirs, ours, target }));
  });
}

export function sourceOf(path: string, text: string): Source {
  const code = blankLiterals(text);
  return { path, code, lineCount: text.split('\n').length - 1, imports: importsOf(text, code) };
}

/** Every TypeScript file under these folders of the root, pages (`.tsx`) included, by path. */
export function readSources(root: string, folders: readonly string[] = ['src']): Source[] {
  const isSource = (path: string): boolean => /\.tsx?$/.test(path);
  const inFolder = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map((found) => join(folder, found).replaceAll('\\', '/'));
  return folders
    .flatMap(inFolder)
    .sort()
    .map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')));
}
