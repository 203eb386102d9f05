/** Which methods each path takes, so that a wrong method is told from a wrong path before anything else is looked at. */
export interface PathTable {
  /** Methods of the path, sorted; undefined for a path that is none of ours. */
  methods(path: string): readonly string[] | undefined;
}

interface Route {
  readonly method: string;
  readonly path: string;
}

export function createPathTable(routes: readonly Route[]): PathTable {
  const fixed = new Map<string, string[]>();
  const patterns = new Map<string, { readonly matches: RegExp; readonly methods: string[] }>();
  for (const { method, path } of routes) {
    if (path.includes(':') || path.includes('*')) {
      const entry = patterns.get(path) ?? { matches: pathPattern(path), methods: [] };
      addMethod(entry.methods, method);
      patterns.set(path, entry);
    } else {
      const methods = fixed.get(path) ?? [];
      addMethod(methods, method);
      fixed.set(path, methods);
    }
  }
  const parameters = (path: string): number => path.split(/[:*]/).length;
  const bySpecificity = [...patterns].sort(([a], [b]) => parameters(a) - parameters(b)).map(([, entry]) => entry);
  return {
    // A path spelt out comes before a pattern: GET /orders/create is a wrong method, not an order called "create".
    methods: (path) => fixed.get(path) ?? bySpecificity.find((entry) => entry.matches.test(path))?.methods,
  };
}

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

/** The path of a request's address, without building a URL object for it. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  return mark < 0 ? url.slice(start) : url.slice(start, mark);
}
