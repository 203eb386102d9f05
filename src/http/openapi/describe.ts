import { type AnyElysia, Elysia } from 'elysia';
import { apiRoutes } from '../api-routes.ts';
import type { HttpDeps } from '../deps.ts';
import { type ApiDocument, JSON_MEDIA, type Operation, operationsOf, type Parameter } from '../docs/api-document.ts';
import { IN_DOCUMENT } from '../wire.ts';
import { withComponents } from './components.ts';
import { withEvents } from './events.ts';
import { frameOf } from './frame.ts';
import { asOpenApi30, type Form } from './older-form.ts';

interface RawOperation extends Operation {
  'x-header-parameters'?: readonly Parameter[];
  'x-request-example'?: object;
}

/**
 * Describes the public API with the models that validate its requests and answers. Each schema is written out in full
 * wherever it is used, because the API's reference page shows it there. The plugin is loaded on demand, because the
 * document is rarely requested.
 */
export async function writtenOut(api: AnyElysia, publicUrl: string | undefined): Promise<ApiDocument> {
  const { swagger } = await import('@elysiajs/swagger');
  const documentation = frameOf(publicUrl);
  const described = new Elysia().use(api).use(swagger({ path: '/docs', specPath: '/json', documentation }));
  const answer = await described.handle(new Request('http://localhost/json'));
  const document = (await answer.json()) as ApiDocument;
  bringIn(document);
  for (const { operation } of operationsOf(document)) finish(operation);
  return document;
}

/** Converts the document for code generators, to one of the `FORMS` (contract, section 6). */
export function inForm(document: ApiDocument, form: Form): object {
  const newest = withComponents(withEvents(document));
  return form === '3.0' ? asOpenApi30(newest) : newest;
}

function bringIn(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  while (IN_DOCUMENT in node) {
    const keywords = Object(node[IN_DOCUMENT]);
    delete node[IN_DOCUMENT];
    Object.assign(node, keywords);
    for (const [key, value] of Object.entries(keywords)) if (value === null) Reflect.deleteProperty(node, key);
  }
  for (const member of Object.values(node)) bringIn(member);
}

/**
 * Adds the parts that the OpenAPI plugin cannot express: the example of a body and the optional request headers.
 * Removes all media types of a body except JSON.
 */
function finish(operation: RawOperation): void {
  const { 'x-header-parameters': headers = [], 'x-request-example': example } = operation;
  delete operation['x-header-parameters'];
  delete operation['x-request-example'];
  operation.parameters = [...(operation.parameters ?? []), ...headers];
  const body = operation.requestBody?.content[JSON_MEDIA];
  if (operation.requestBody === undefined || body === undefined) return;
  operation.requestBody.content = { [JSON_MEDIA]: { ...body, ...(example === undefined ? {} : { example }) } };
}

export async function describeApi(form: Form, publicUrl: string | undefined): Promise<object> {
  const deps = serverlessDeps();
  return inForm(await writtenOut(apiRoutes(deps), publicUrl), form);
}

function serverlessDeps(): HttpDeps {
  const none = (): never => {
    throw new Error('describing the API must not call it');
  };
  const known = {
    environment: 'production',
    metricsToken: undefined,
    publicUrl: undefined,
    behindProxy: false,
    schedulerTrouble: none,
    peerAddress: none,
    clientAddress: none,
    isHttps: none,
  } satisfies Partial<HttpDeps>;
  return new Proxy(known, {
    get: (own, name) => (name in own ? Reflect.get(own, name) : none()),
  }) as unknown as HttpDeps;
}
