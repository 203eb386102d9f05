import type { TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { type DashboardDeps, dashboardRoutes } from '../../src/dashboard/index.ts';

/** A stand-in for all dependencies, with every property. The routes are read here and never called. */
const anything: unknown = new Proxy(() => undefined, { get: () => anything });

interface DeclaredRoute {
  readonly method: string;
  readonly path: string;
  /** The model of the answer's data; undefined if the answer is a file. */
  readonly data: TSchema | undefined;
}

export const declaredRoutes: readonly DeclaredRoute[] = dashboardRoutes(anything as DashboardDeps)
  .routes.filter(({ path }) => path.startsWith('/app/api/'))
  .map(({ method, path, hooks }) => ({ method, path, data: hooks.response?.data }));

export const ROUTES_OF_DATA = declaredRoutes.map(({ method, path }) => `${method} ${path}`);

const asPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
const places = (path: string): number => path.split(':').length;

/** Paths with fewer parameters come first. So a literal path is found before a pattern that also fits it. */
const known = declaredRoutes
  .toSorted((one, other) => places(one.path) - places(other.path))
  .map((route) => ({ ...route, pattern: asPattern(route.path) }));
const checks = new Map<TSchema, TypeCheck<TSchema>>();

/** Checks a successful answer of the dashboard against the model of its route: no field missing, none extra. */
export function holdToModel(method: string, address: string, body: unknown): void {
  if (typeof body !== 'object' || body === null || !('ok' in body && body.ok === true && 'data' in body)) return;
  const path = address.split('?')[0] ?? '';
  const model = known.find((route) => route.method === method && route.pattern.test(path))?.data;
  if (model === undefined) return;
  const check = checks.get(model) ?? TypeCompiler.Compile(model);
  checks.set(model, check);
  const [broken] = check.Errors(body.data);
  if (broken === undefined) return;
  throw new Error(`${method} ${path} answers ${JSON.stringify(broken.value)} at ${broken.path}: ${broken.message}`);
}
