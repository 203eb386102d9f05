import { Kind, type TSchema } from '@sinclair/typebox';

/**
 * The methods that each path accepts. They are looked up before any other check, to distinguish a wrong method from a
 * wrong path.
 */
export interface PathTable {
  find(path: string): KnownPath | undefined;
}

export interface KnownPath {
  readonly route: string;
  readonly methods: readonly string[];
  readonly bodies: Readonly<Record<string, TSchema>>;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly hooks?: { readonly body?: unknown };
}

interface Entry extends KnownPath {
  readonly methods: string[];
  readonly bodies: Record<string, TSchema>;
}

export function createPathTable(routes: readonly Route[]): PathTable {
  const fixed = new Map<string, Entry>();
  const patterns = new Map<string, Entry & { readonly matches: RegExp }>();
  for (const { method, path, hooks } of routes) {
    const known = fixed.get(path) ?? patterns.get(path) ?? { route: path, methods: [], bodies: {} };
    addMethod(known.methods, method);
    if (isSchema(hooks?.body)) known.bodies[method] = hooks.body;
    if (path.includes(':') || path.includes('*')) patterns.set(path, { ...known, matches: pathPattern(path) });
    else fixed.set(path, known);
  }
  const parameters = (path: string): number => path.split(/[:*]/).length;
  const bySpecificity = [...patterns].sort(([a], [b]) => parameters(a) - parameters(b)).map(([, entry]) => entry);
  return {
    // A literal path goes first: "/orders/create" does not name an order with the id "create".
    find: (path) => fixed.get(path) ?? bySpecificity.find((entry) => entry.matches.test(path)),
  };
}

const isSchema = (body: unknown): body is TSchema => typeof body === 'object' && body !== null && Kind in body;

function addMethod(methods: string[], method: string): void {
  const names = method === 'GET' ? ['GET', 'HEAD'] : [method];
  for (const name of names) if (!methods.includes(name)) methods.push(name);
  methods.sort();
}

function pathPattern(path: string): RegExp {
  const parts = path.split('/').map((part) => {
    if (part === '*') return '.+';
    return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}

/** Returns the path of a request's URL without building a URL object. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  return mark < 0 ? url.slice(start) : url.slice(start, mark);
}
