/**
 * Checks the answers of the public API against its OpenAPI document: no field missing, none extra, no code
 * undocumented.
 */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describeApi } from '../../src/http/index.ts';
import type { Answer } from './answer.ts';
import { findReferenced } from './api-document.ts';
import { INSTANT, UUID } from './patterns.ts';

type Json = Answer['body'];

const SCHEMAS = '#/components/schemas/';
const FORMATS = { uuid: UUID, 'date-time': INSTANT, date: /^\d{4}-\d\d-\d\d$/, double: true } as const;

interface DocumentChecker {
  readonly document: Json;
  readonly checkerOf: (name: string) => ValidateFunction | undefined;
}

let documented: Promise<DocumentChecker> | undefined;

/** Makes a schema forbid all fields that it does not name, unless it already allows others. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const inside = Object.fromEntries(Object.entries(node).map(([key, member]) => [key, closed(member)]));
  return inside['type'] === 'object' ? { additionalProperties: false, ...inside } : inside;
}

async function read(): Promise<DocumentChecker> {
  const document: Json = await describeApi('3.1', undefined);
  const ajv = new Ajv2020({ strict: false, formats: FORMATS });
  ajv.addSchema({ $id: 'docket', components: closed(document.components) });
  return { document, checkerOf: (name) => ajv.getSchema(`docket${SCHEMAS}${name}`) };
}

const isAt = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

/** Finds the answer with this status in the document. Returns undefined if the document lacks the call. */
function answerIn(document: Json, method: string, path: string, status: number): Json {
  const places = Object.keys(document.paths).filter((pattern) => isAt(pattern, path));
  // An exact path goes first, because `/orders/list` also matches `/orders/{id}`.
  const place = places.find((pattern) => pattern === path) ?? places[0];
  const operation = place === undefined ? undefined : document.paths[place][method.toLowerCase()];
  if (operation === undefined) return undefined;
  const answer = operation.responses[status];
  if (answer === undefined) throw new Error(`${method} ${path} answers ${status}, which its document does not tell of`);
  return answer.$ref === undefined ? answer : findReferenced(document, answer.$ref);
}

export async function holdToDocument(method: string, address: string, status: number, body: unknown): Promise<void> {
  const [path = ''] = address.split('?');
  if (!path.startsWith('/api/v1/')) return;
  documented ??= read();
  const { document, checkerOf } = await documented;
  const answer = answerIn(document, method, path, status);
  const fits = checkerOf(answer?.content['application/json'].schema.$ref.slice(SCHEMAS.length) ?? 'Error');
  if (fits?.(body) !== true) {
    const [broken] = fits?.errors ?? [];
    throw new Error(`${method} ${path} answers ${status} with ${broken?.instancePath} that ${broken?.message}`);
  }
  const { code } = body as { readonly code: string };
  if (answer !== undefined && status !== 200 && !answer.description.includes(`- \`${code}\`: `)) {
    throw new Error(`${method} ${path} answers ${status} with ${code}, which its document does not tell of`);
  }
}
