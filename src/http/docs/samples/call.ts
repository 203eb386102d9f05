import { JSON_MEDIA, type PlacedOperation } from '../api-document.ts';

/** A placeholder for the address of the server, which the page fills in. */
export const BASE = 'https://docket.example.com';

/** A value that the reader sets in an environment variable. */
export class Variable {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A call from which the samples in all languages are written. So the samples cannot differ. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** The parts of the path, to be put after `BASE`. */
  readonly path: readonly (string | Variable)[];
  readonly headers: readonly (readonly [name: string, value: Variable])[];
  /** JSON, with a variable in place of the order's id. */
  readonly body: object | undefined;
}

/** The variable for a parameter that the reader fills in. */
const variable = (name: string): Variable => new Variable(name.replaceAll(/[^A-Za-z]/g, '_').toUpperCase());

/** Fields that identify a repeat. A body with one of them needs no Idempotency-Key. */
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

/** The names of a call's variables besides the key, each once. */
export function variablesOf({ path, headers, body }: Call): readonly string[] {
  const inBody = Object.values(body ?? {});
  const all = [...path, ...headers.map(([, value]) => value), ...inBody].filter((one) => one instanceof Variable);
  return [...new Set(all.map(({ name }) => name))];
}
