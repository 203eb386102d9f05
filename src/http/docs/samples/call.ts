import { JSON_MEDIA, type PlacedOperation } from '../api-document.ts';

/** A placeholder for the address of the server, which the page fills in. */
export const BASE = 'https://docket.example.com';

/** A reader's own value, from the environment. */
export class Variable {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The common source of the samples in all languages, so that they cannot differ. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** The parts of the path after `BASE`. */
  readonly path: readonly (string | Variable)[];
  readonly headers: readonly (readonly [name: string, value: Variable])[];
  /** JSON, with a variable in place of the order's id. */
  readonly body: object | undefined;
}

/** The variable for a parameter that the reader fills in. */
const variable = (name: string): Variable => new Variable(name.replaceAll(/[^A-Za-z]/g, '_').toUpperCase());

/** A body with one of these fields identifies its own repeats. */
const OWN_KEYS = ['requestKey', 'paymentId'];

export function callOf({ method, path, operation }: PlacedOperation): Call {
  const example = operation.requestBody?.content[JSON_MEDIA]?.example;
  const isKnown = example !== undefined && OWN_KEYS.some((key) => key in example);
  const headers = (operation.parameters ?? []).filter(
    ({ name, in: place }) => place === 'header' && name === 'Idempotency-Key' && !isKnown,
  );
  return {
    method: method === 'get' ? 'GET' : 'POST',
    path: path
      .split(/(\{\w+\})/)
      .filter((part) => part !== '')
      .map((part) => (part.startsWith('{') ? variable(part.slice(1, -1)) : part)),
    headers: headers.map(({ name }) => [name, variable(name)]),
    body: example === undefined ? undefined : withOwnId(example),
  };
}

const withOwnId = (example: object): object =>
  'id' in example && typeof example.id === 'string' ? { ...example, id: variable('id') } : example;

/** All variables of a call, besides the key, each once. */
export function variablesOf({ path, headers, body }: Call): readonly string[] {
  const inBody = Object.values(body ?? {});
  const all = [...path, ...headers.map(([, value]) => value), ...inBody].filter((one) => one instanceof Variable);
  return [...new Set(all.map(({ name }) => name))];
}
