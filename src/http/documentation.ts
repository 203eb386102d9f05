import type { TSchema } from '@sinclair/typebox';
import type { DocumentDecoration } from 'elysia';
import { PUBLIC_STATUS, type PublicErrorKind } from '../base/index.ts';
import type { Scope } from '../keys/index.ts';
import { inWords } from '../web/index.ts';
import { DOCUMENTED_ERRORS } from './documented-errors.ts';
import { called, success } from './wire.ts';

interface OperationDoc {
  readonly operationId: string;
  readonly tag: 'Orders' | 'Inquiries';
  readonly summary: string;
  readonly description: string;
  /** The effect of sending the call again. */
  readonly repeat: string;
  readonly scope: Scope;
  readonly answer: TSchema;
  /** `request` is an example of the body. A call without a body has no `request`. */
  readonly example: { readonly request?: object; readonly data: object };
  /** Error codes besides those that every operation can answer with. */
  readonly errors: readonly PublicErrorKind[];
  readonly requestHeaders?: Readonly<Record<string, RequestHeader>>;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, OperationLink>>;
}

interface RequestHeader {
  readonly description: string;
  readonly schema?: { readonly minLength: number; readonly maxLength: number; readonly pattern: string };
}

/** An OpenAPI link object. It passes values of an answer to another operation, as parameters or body. */
export interface OperationLink {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly requestBody?: Readonly<Record<string, string>>;
}

export const KEY_SCHEMA = { minLength: 1, maxLength: 255, pattern: '^[!-~](?:[ -~]*[!-~])?$' };

const REQUEST_ID = '0199f0c2-7b3e-7000-8c5d-3f1a2b4c5d6e';
const ALWAYS: readonly PublicErrorKind[] = [
  'bad_request',
  'unauthorized',
  'plan_required',
  'api_disabled',
  'scope_missing',
  'validation_failed',
  'rate_limited',
  'internal_error',
  'unavailable',
];
const WITH_BODY: readonly PublicErrorKind[] = ['invalid_json', 'body_too_large', 'unsupported_media_type'];

const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Request-Id': 'The `requestId` of the body. The log and the page Connect have it too',
  'Cache-Control': 'Always `no-store`',
  'RateLimit-Policy':
    'How many requests the key may send within how many seconds, such as `"key";q=200;w=2` (IETF draft)',
  RateLimit: 'How many requests are left, and the seconds until all are there again, such as `"key";r=199;t=1`',
};

const STATUS_HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'Always `Bearer`' },
  429: { 'Retry-After': 'Whole seconds to wait' },
  503: { 'Retry-After': 'Whole seconds to wait' },
};

const schema = { type: 'string' as const };
const COMMON = Object.entries(COMMON_HEADERS).map(
  ([name, text]) => [name, { ...called(name, text, 'headers'), schema }] as const,
);

/**
 * Checks whether every caller gets a header. RateLimit headers belong to a key, so a caller without a known key gets
 * none.
 */
const isForAnybody = ([name]: readonly [string, object]): boolean => !name.startsWith('RateLimit');

function headersOf(descriptions: Readonly<Record<string, string>> = {}, common = COMMON): object {
  const own = Object.entries(descriptions).map(([name, description]) => [name, { description, schema }]);
  return Object.fromEntries([...common, ...own]);
}

/**
 * Returns Elysia's `detail` for a route. It omits the query and the body, because the OpenAPI plugin describes them
 * from their validating models.
 */
export function describeOperation(doc: OperationDoc): DocumentDecoration {
  const kinds = [...ALWAYS, ...(doc.example.request === undefined ? [] : WITH_BODY), ...doc.errors];
  const parameters = Object.entries(doc.requestHeaders ?? {}).map(([name, { description, schema }]) => ({
    name,
    in: 'header' as const,
    required: false,
    description,
    schema: { type: 'string' as const, ...schema },
  }));
  const done = {
    description: 'Done',
    headers: headersOf(doc.answerHeaders),
    content: {
      'application/json': {
        schema: success(doc.answer),
        example: { ok: true, code: 'ok', requestId: REQUEST_ID, data: doc.example.data },
      },
    },
    ...(doc.links === undefined ? {} : { links: doc.links }),
  };
  return {
    operationId: doc.operationId,
    tags: [doc.tag],
    summary: doc.summary,
    description: `${doc.description}\n\nSent again: ${doc.repeat}\n\nThe key needs the scope \`${doc.scope}\`.`,
    security: [{ apiKey: [] }],
    'x-header-parameters': parameters,
    'x-request-example': doc.example.request,
    responses: { 200: done, ...errorResponses(kinds) },
  } as DocumentDecoration;
}

function exampleOf(kind: PublicErrorKind): object {
  const { message, details } = DOCUMENTED_ERRORS[kind].example;
  const told = details === undefined ? {} : { details: inWords(details) };
  return { ok: false, code: kind, message, requestId: REQUEST_ID, ...told };
}

/**
 * Describes an error answer that can have any of these codes. A single code becomes a component of the document,
 * because all operations describe it in the same words.
 */
function saidOf(codes: readonly PublicErrorKind[]): object {
  const description = codes.map((code) => `- \`${code}\`: ${DOCUMENTED_ERRORS[code].when}`).join('\n');
  const [only = '', ...more] = codes;
  const name = only.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  return more.length > 0 ? { description } : called(name, description, 'responses');
}

function errorResponses(kinds: readonly PublicErrorKind[]): Record<string, object> {
  const byStatus = Map.groupBy(kinds, (kind) => PUBLIC_STATUS[kind]);
  return Object.fromEntries(
    [...byStatus.entries()].map(([status, codes]) => [
      String(status),
      {
        ...saidOf(codes),
        headers: headersOf(STATUS_HEADERS[status], status === 401 ? COMMON.filter(isForAnybody) : COMMON),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
          },
        },
      },
    ]),
  );
}
