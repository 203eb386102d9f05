import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type Function as AnyFunction,
  type ArrowFunctionExpression,
  type Comment,
  type Node,
  type Program,
  parseSync,
  Visitor,
  type VisitorObject,
} from 'oxc-parser';

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** True if the import does not exist at run time: `import type`, `export type`. */
  readonly typeOnly: boolean;
  /** True if all names of the other file are re-exported: `export *`. */
  readonly isWhole: boolean;
  /** The imported or re-exported names: `theirs` in the other file, `ours` in this one. */
  readonly names: readonly { readonly theirs: string; readonly ours: string }[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

interface NamedPart extends Span {
  readonly name: string;
}

export interface Declaration extends NamedPart {
  readonly isExported: boolean;
  readonly isTop: boolean;
  /** The parameters, if the declaration is a function; undefined otherwise. */
  readonly params: readonly Span[] | undefined;
  /** True for a function that may throw before it returns its promise: it is not async and has several statements. */
  readonly mayThrow: boolean;
}

export interface Source {
  /** The path from the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lineCount: number;
  readonly imports: readonly Import[];
  readonly declared: readonly Declaration[];
  /** All uses of names. The keys of object literals and the names of members do not count. */
  readonly uses: readonly NamedPart[];
  /** The calls of named functions and methods. The name of a method begins with a dot, as in `.f`. */
  readonly calls: readonly NamedPart[];
  readonly attributes: readonly NamedPart[];
  readonly comments: readonly Comment[];
  /** Literals that are built only to be spread at once: `...{ a }`, `...[a]`. */
  readonly spreadLiterals: readonly Span[];
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export const isWithin = (inner: Span, outer: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

const nameOf = (node: Node): string =>
  node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : '';

/**
 * Returns true for an array or a non-empty object literal. An array that begins with a spread is a copy, so it does not
 * count.
 */
function isPutTogether(node: Node): boolean {
  if (node.type === 'ParenthesizedExpression' || node.type === 'TSAsExpression') return isPutTogether(node.expression);
  if (node.type === 'ObjectExpression') return node.properties.length > 0;
  return node.type === 'ArrayExpression' && node.elements[0]?.type !== 'SpreadElement';
}

/** Returns the worker's file in `new URL('./x.ts', import.meta.url)`; undefined for other calls. */
function workerFile(callee: Node, [first, second]: readonly Node[]): string | undefined {
  if (callee.type !== 'Identifier' || callee.name !== 'URL' || first?.type !== 'Literal') return undefined;
  return second?.type === 'MemberExpression' && second.object.type === 'MetaProperty' ? String(first.value) : undefined;
}

function seeImports(text: string, imports: Import[]): VisitorObject {
  const take = (
    { start }: Node,
    specifier: unknown,
    typeOnly: boolean,
    names: Import['names'] = [],
    isWhole = false,
  ): void => {
    if (typeof specifier === 'string') imports.push({ specifier, line: lineAt(text, start), typeOnly, names, isWhole });
  };
  return {
    ImportDeclaration({ source, importKind, specifiers }) {
      const names = specifiers.map((one) => ({
        theirs: one.type === 'ImportSpecifier' ? nameOf(one.imported) : one.local.name,
        ours: one.local.name,
      }));
      take(source, source.value, importKind === 'type', names);
    },
    ExportNamedDeclaration({ source, exportKind, specifiers }) {
      if (source === null) return;
      const names = specifiers.map((one) => ({ theirs: nameOf(one.local), ours: nameOf(one.exported) }));
      take(source, source.value, exportKind === 'type', names);
    },
    ExportAllDeclaration: ({ source, exportKind }) => take(source, source.value, exportKind === 'type', [], true),
    ImportExpression: ({ source }) => take(source, source.type === 'Literal' ? source.value : undefined, false),
    TSImportType: ({ source }) => take(source, source.value, true),
    NewExpression: (node) => take(node, workerFile(node.callee, node.arguments), false),
  };
}

function seeDeclared({ body }: Program, declared: Declaration[]): VisitorObject {
  const tops = new Map<number, boolean>();
  for (const node of body) {
    const isExported = node.type === 'ExportNamedDeclaration';
    const inner = isExported ? node.declaration : node;
    const all = inner?.type === 'VariableDeclaration' ? inner.declarations : [inner];
    for (const one of all) if (one) tops.set(one.start, isExported);
  }
  const declare = ({ start, end }: Span, name: string, func?: AnyFunction | ArrowFunctionExpression): void => {
    const params = func?.params;
    const steps = func?.body?.type === 'BlockStatement' ? func.body.body.length : 1;
    const told = func?.returnType?.typeAnnotation;
    const promises = told?.type === 'TSTypeReference' && nameOf(told.typeName) === 'Promise';
    const mayThrow = promises && func?.async !== true && steps > 1;
    declared.push({ name, isExported: tops.get(start) === true, isTop: tops.has(start), params, mayThrow, start, end });
  };
  return {
    FunctionDeclaration: (node) => declare(node, node.id?.name ?? '', node),
    VariableDeclarator(node) {
      const { init } = node;
      const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression';
      declare(node, nameOf(node.id), isFunction ? init : undefined);
    },
  };
}

/** @throws Error if the text cannot be parsed */
export function sourceOf(path: string, text: string): Source {
  const { program, errors, comments } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const imports: Import[] = [];
  const declared: Declaration[] = [];
  const uses: NamedPart[] = [];
  const calls: NamedPart[] = [];
  const attributes: NamedPart[] = [];
  const spreadLiterals: Span[] = [];
  const keys = new Set<number>();
  new Visitor({
    ...seeImports(text, imports),
    ...seeDeclared(program, declared),
    CallExpression({ callee, start, end }) {
      if (callee.type === 'Identifier') calls.push({ name: callee.name, start, end });
      if (callee.type === 'MemberExpression') calls.push({ name: `.${nameOf(callee.property)}`, start, end });
    },
    JSXAttribute({ name, start, end }) {
      if (name.type === 'JSXIdentifier') attributes.push({ name: name.name, start, end });
    },
    SpreadElement: ({ argument, ...at }) => void (isPutTogether(argument) && spreadLiterals.push(at)),
    JSXSpreadAttribute: ({ argument, ...at }) => void (isPutTogether(argument) && spreadLiterals.push(at)),
    MemberExpression({ computed, property }) {
      if (!computed) keys.add(property.start);
    },
    Property({ shorthand, key }) {
      if (!shorthand) keys.add(key.start);
    },
    Identifier: ({ name, start, end }) => void uses.push({ name, start, end }),
  }).visit(program);
  const lineCount = text.split('\n').length - 1;
  const free = uses.filter(({ start }) => !keys.has(start));
  return { path, text, lineCount, imports, declared, calls, attributes, comments, spreadLiterals, uses: free };
}

/** Returns the imported file's path from the root; undefined for a package. */
export function targetOf(source: Pick<Source, 'path'>, { specifier }: Import): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return join(dirname(source.path), specifier).replaceAll('\\', '/');
}

export const takenNames = (
  source: Source,
): { readonly theirs: string; readonly ours: string; readonly target: string }[] =>
  source.imports.flatMap((one) => {
    const target = targetOf(source, one);
    return target === undefined ? [] : one.names.map((name) => ({ ...name, target }));
  });

export const wholeOf = (source: Source): string[] =>
  source.imports.flatMap((one) => (one.isWhole ? (targetOf(source, one) ?? []) : []));

export function readSources(root: string, folders: readonly string[] = ['src']): Source[] {
  const inFolder = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((found) => join(folder, found).replaceAll('\\', '/'));
  return folders
    .flatMap(inFolder)
    .sort()
    .map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')));
}
