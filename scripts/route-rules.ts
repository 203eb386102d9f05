import { argumentsAt, lineAt, type Source } from './source.ts';

/** The two sides that answer requests; what runs in browsers is another house. */
const SIDES = /^src\/(?:http|dashboard\/(?!client\/|shared\/))/;
const ROUTE_FILE = /(?:^|[/-])routes\.ts$/;
const ROUTE = /\.(?:get|post|put|patch|delete|head|options|all|route)\s*(?=\()/g;
const WRITE = /\.write\s*(?:<[^;()]*>\s*)?\(/g;
const CLOCK = /\bclock\s*\.\s*(?:now|monotonic)\b/g;

/** A route is what is called so with a path and a handler; a Map's or a Headers' get takes one argument. */
function withoutAnswer({ code, imports }: Source): number[] {
  if (!imports.some(({ specifier }) => specifier === 'elysia')) return [];
  return [...code.matchAll(ROUTE)].flatMap(({ index, 0: begun }) => {
    const given = argumentsAt(code, index + begun.length);
    const [last = ''] = given.slice(-1);
    return given.length < 2 || (given.length > 2 && /\bresponse\s*:/.test(last)) ? [] : [index];
  });
}

const all = (pattern: RegExp, code: string): number[] => [...code.matchAll(pattern)].map(({ index }) => index);

/** Every route says what it answers; a handler writes nothing by itself, and no route file reads a clock. */
export function checkRoutes(source: Source): string[] {
  const { path, code } = source;
  if (!SIDES.test(path)) return [];
  const found = [
    ...withoutAnswer(source).map((at) => ({ at, what: '[answers] a route without a `response`; declare its model' })),
    ...all(WRITE, code).map((at) => ({ at, what: '[handlers] a write; call a verb that opens it' })),
    ...(ROUTE_FILE.test(path) ? all(CLOCK, code) : []).map((at) => ({
      at,
      what: '[handlers] a clock is read in a route file; take the moment of the request (momentOf), or pass it in',
    })),
  ];
  return found.map(({ at, what }) => `${path}:${lineAt(code, at)} ${what}`);
}
