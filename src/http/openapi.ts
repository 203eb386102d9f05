import { type AnyElysia, Elysia } from 'elysia';
import { apiRoutes } from './api-routes.ts';
import type { HttpDeps } from './deps.ts';
import { type ApiDocument, JSON_MEDIA, type Operation, operationsOf, type Parameter } from './docs/api-document.ts';
import { PUBLIC_STATUS } from './errors.ts';
import { IN_DOCUMENT } from './wire.ts';

/** As the plugin leaves it. */
interface Unfinished extends Operation {
  'x-header-parameters'?: readonly Parameter[];
  'x-request-example'?: object;
}

const DESCRIPTION = `Make orders and inquiries, change the status of orders, record payments, read and list orders.

Every answer is JSON with \`ok\`, \`code\` and \`requestId\`. Test \`ok\`, act on \`code\`, and ignore fields and codes that you do not know.

Amounts are JSON numbers in roubles with at most two decimals. A body has at most 1 MiB, 20 levels and 10,000 values.

An answer may get lost: send the same call again. Every call that changes an order takes an \`Idempotency-Key\`. With the same key nothing is done twice, and the answer carries \`Idempotent-Replayed: true\`.`;

const documentation = {
  openapi: '3.1.0',
  info: { title: 'Docket API', version: 'v1', description: DESCRIPTION },
  servers: [{ url: '/' }],
  tags: [
    { name: 'Orders', description: 'Orders, their statuses and their payments.' },
    { name: 'Inquiries', description: 'What people ask of a shop, in any form.' },
  ],
  components: {
    securitySchemes: {
      apiKey: { type: 'http' as const, scheme: 'bearer', description: 'An API key: dk_ and what follows' },
    },
    schemas: {
      Error: {
        type: 'object' as const,
        required: ['ok', 'code', 'message', 'requestId'],
        properties: {
          ok: { type: 'boolean' as const, enum: [false], description: 'Whether the call succeeded' },
          code: {
            type: 'string' as const,
            enum: Object.keys(PUBLIC_STATUS),
            description: 'What is wrong, for programs',
          },
          message: { type: 'string' as const, description: 'What is wrong and what to do, for people' },
          requestId: {
            type: 'string' as const,
            format: 'uuid',
            description: 'Id of this call. The log and the page Connect have it too',
          },
          details: {
            description:
              'More for programs, where there is any. For `validation_failed` it is a list, for others an object',
            oneOf: [
              {
                type: 'array' as const,
                items: {
                  type: 'object' as const,
                  required: ['path', 'message'],
                  properties: {
                    path: { type: 'string' as const, description: 'Where, such as `products.0.price`' },
                    message: { type: 'string' as const, description: 'What is wrong there, for people' },
                  },
                },
              },
              { type: 'object' as const },
            ],
          },
        },
      },
    },
  },
};

/** The OpenAPI document of the public API, from the models that check its requests and answers. Few ask for it, so what makes it is read then. */
export async function openApiDocument(api: AnyElysia): Promise<ApiDocument> {
  const { swagger } = await import('@elysiajs/swagger');
  const described = new Elysia().use(api).use(swagger({ path: '/docs', specPath: '/json', documentation }));
  const answer = await described.handle(new Request('http://localhost/json'));
  const document = (await answer.json()) as ApiDocument;
  bringIn(document);
  for (const { operation } of operationsOf(document)) finish(operation);
  return document;
}

/** Puts the keywords that stand in the document alone where they belong. */
function bringIn(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if (IN_DOCUMENT in node) {
    const { [IN_DOCUMENT]: keywords } = node;
    delete node[IN_DOCUMENT];
    Object.assign(node, keywords);
  }
  for (const member of Object.values(node)) bringIn(member);
}

/** Brings in what the plugin has no place for: one media type, the example of a body, the headers that a request may carry. */
function finish(operation: Unfinished): void {
  const { 'x-header-parameters': headers = [], 'x-request-example': example } = operation;
  delete operation['x-header-parameters'];
  delete operation['x-request-example'];
  operation.parameters = [...(operation.parameters ?? []), ...headers];
  const body = operation.requestBody?.content[JSON_MEDIA];
  if (operation.requestBody === undefined || body === undefined) return;
  operation.requestBody.content = { [JSON_MEDIA]: { ...body, ...(example === undefined ? {} : { example }) } };
}

/** The document without a server, for the `openapi` command. */
export function describeApi(): Promise<ApiDocument> {
  const deps = serverlessDeps();
  return openApiDocument(apiRoutes(deps));
}

function serverlessDeps(): HttpDeps {
  const none = (): never => {
    throw new Error('describing the API must not call it');
  };
  return {
    get storage() {
      return none();
    },
    get world() {
      return none();
    },
    get rateLimiter() {
      return none();
    },
    get strangers() {
      return none();
    },
    get keyUse() {
      return none();
    },
    get calls() {
      return none();
    },
    get traffic() {
      return none();
    },
    environment: 'production',
    get metrics() {
      return none();
    },
    get watch() {
      return none();
    },
    metricsToken: undefined,
    behindProxy: false,
    schedulerTrouble: none,
    peerAddress: none,
    clientAddress: none,
  };
}
