import { JSON_MEDIA, type PlacedOperation } from '../api-document.ts';

/** A placeholder for the server's address, which the page replaces. */
export const BASE = 'https://docket.example.com';

/** A value that a sample reads from an environment variable, such as an order's id. */
export class Variable {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A call, from which the samples in all languages are generated, so that they cannot differ. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: readonly (string | Variable)[];
  readonly headers: readonly (readonly [name: string, value: Variable])[];
  /** The JSON body, with a variable in place of the order's id. */
  readonly body: object | undefined;
}

const variable = (name: string): Variable => new Variable(name.replaceAll(/[^A-Za-z]/g, '_').toUpperCase());

/** Fields that identify a repeated request. A body with one of them needs no Idempotency-Key. */
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

export function variablesOf({ path, headers, body }: Call): readonly string[] {
  const inBody = Object.values(body ?? {});
  const all = [...path, ...headers.map(([, value]) => value), ...inBody].filter((one) => one instanceof Variable);
  return [...new Set(all.map(({ name }) => name))];
}
