import { beforeAll, describe, expect, test } from 'bun:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import manifest from '../../package.json' with { type: 'json' };
import { EVENT_TYPES, sampleBodies } from '../../src/webhooks/index.ts';
import { findReferenced, nodesOf, writtenOut } from '../support/api-document.ts';
import { type Answer, client, docket, openShop } from '../support/docket.ts';
import { expectInvalid, INSTANT, UUID } from '../support/http-answers.ts';
import { shared } from '../support/shared.ts';

type Json = Answer['body'];

const PUBLIC_URL = 'https://shop.example.org';
const FORMS = ['3.1', '3.0'] as const;

const documents: Record<string, Json> = {};
const shop = shared(() => openShop(['--public-url', PUBLIC_URL]));
beforeAll(async () => {
  for (const form of FORMS) {
    documents[form] = await (await fetch(`${shop.url}/docs/json?openapi=${form}`)).json();
  }
});

const JSON_TYPE = 'application/json';
const contentOf = (part: Json): Json => part?.content?.[JSON_TYPE];

/** The operations with their paths, and under `webhooks` the events that Docket sends. */
const operationsOf = (document: Json): Json[] =>
  [document.paths, document.webhooks ?? document['x-webhooks'] ?? {}].flatMap((places) =>
    Object.values<Json>(places).flatMap((methods) => Object.values<Json>(methods)),
  );

const ajvOf = () => new Ajv2020({ strict: false, validateFormats: false });
/** Compiles a checker of one component. The components and their references are first converted to JSON Schema. */
function checkerOf(form: string, name: string) {
  const inJsonSchema = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(inJsonSchema);
    if (typeof node !== 'object' || node === null) return node;
    const { nullable, type, ...rest } = node;
    const inside = Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, inJsonSchema(member)]));
    const types = nullable === true ? [type, 'null'] : type;
    return {
      ...inside,
      ...(type === undefined ? {} : { type: typeof type === 'object' ? inJsonSchema(type) : types }),
    };
  };
  const ajv = ajvOf();
  ajv.addSchema({ $id: 'docket', components: inJsonSchema(documents[form].components) });
  return ajv.compile({ $ref: `docket#/components/schemas/${name}` });
}

const FORMATS = [
  ['uuid', UUID],
  ['date-time', INSTANT],
  ['date', /^\d{4}-\d\d-\d\d$/],
] as const;

/** Each value of an example that is neither a list nor an object, with its schema. */
function leavesOf(value: Json, schema: Json, where: string): [string, unknown, Json][] {
  if (schema === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[where, value, schema]];
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, schema.items, `${where}/0`));
  const choices: Json[] = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const { properties = {} } = choices.find((one) => one.properties) ?? {};
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, properties[key], `${where}/${key}`));
}

describe.each(FORMS)('the document in OpenAPI %s', (form) => {
  test('states its version', () => {
    expect(documents[form].openapi).toBe({ '3.1': '3.1.0', '3.0': '3.0.3' }[form]);
  });

  test('has a named component for every body, answer, item, event and error', () => {
    const document = documents[form];
    const wholes = operationsOf(document).flatMap(({ requestBody, responses }) =>
      [requestBody, ...Object.values<Json>(responses)].flatMap((part) => {
        const said = part?.$ref === undefined ? part : findReferenced(document, part.$ref);
        return said?.content === undefined ? [] : [contentOf(said).schema];
      }),
    );
    expect(wholes.length).toBeGreaterThan(60);
    expect(wholes.filter(({ $ref }) => !$ref?.startsWith('#/components/schemas/'))).toEqual([]);
    const component = /^\/components\/schemas\/\w+$/;
    const unnamed = nodesOf(document).filter(
      ({ where, node: { type, properties } }) =>
        type === 'object' && Object.keys(properties ?? {}).length > 0 && !component.test(where),
    );
    expect(unnamed.map(({ where }) => where)).toEqual([]);
    for (const { responses } of operationsOf(document)) {
      for (const [status, answer] of Object.entries<Json>(
        writtenOut(responses ? { ...document, responses } : document).responses,
      )) {
        if (status === '200') continue;
        expect(contentOf(answer).schema).toEqual(writtenOut(document).components.schemas.Error);
      }
    }
  });

  test('no schema has a list of types, a multipleOf, or a required list without properties', () => {
    const document = documents[form];
    const told = nodesOf(document).filter(({ node }) => {
      const { type, multipleOf, required, properties } = node;
      const isSchema = Array.isArray(required) && required.every((one) => typeof one === 'string');
      return Array.isArray(type) || multipleOf !== undefined || (isSchema && properties === undefined);
    });
    expect(told.map(({ where }) => where)).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/"x-(?:in-document|component)"/);
  });

  test('a field of the type number has the format double, and a field for whole numbers has the type integer', () => {
    const numbers = nodesOf(documents[form]).filter(({ node }) => node.type === 'number');
    expect(numbers.length).toBeGreaterThan(8);
    expect(numbers.filter(({ node }) => node.format !== 'double').map(({ where }) => where)).toEqual([]);
    expect(documents[form].components.schemas.Inquiry.properties.version.type).toBe('integer');
    expect(JSON.stringify(documents[form])).not.toContain('"format":"integer"');
  });

  test('each id, instant and day of an answer has a format', () => {
    const seen: [string, string, string | undefined][] = [];
    for (const { operationId, responses } of operationsOf(writtenOut(documents[form]))) {
      const good = contentOf(responses['200']);
      if (good === undefined) continue;
      for (const [where, value, schema] of leavesOf(good.example, good.schema, operationId)) {
        const [format] = FORMATS.find(([, pattern]) => pattern.test(String(value))) ?? [];
        if (format !== undefined) seen.push([where, format, schema.format]);
      }
    }
    expect(seen.length).toBeGreaterThan(30);
    expect(seen.filter(([, wanted, said]) => wanted !== said)).toEqual([]);
  });

  test('lists the values of every enumeration', () => {
    const { schemas } = documents[form].components;
    expect(schemas.PaymentStatus.enum).toEqual(['unpaid', 'partial', 'paid', 'overpaid', 'refunded']);
    expect(schemas.PaymentState.enum).toEqual(['confirmed', 'refunded']);
    expect(schemas.EventType.enum).toEqual([...EVENT_TYPES]);
    expect(schemas.Currency.enum).toEqual(['RUB']);
    expect(schemas.Error.properties.code.enum).toContain('order_key_conflict');
    const { paymentStatus } = writtenOut(documents[form]).components.schemas.OrderSummary.properties;
    expect(paymentStatus.enum).toEqual(schemas.PaymentStatus.enum);
  });

  test('the document’s info and servers contain the API’s address, the release, the contact and the license', () => {
    const { info, servers } = documents[form];
    expect(servers).toEqual([{ url: PUBLIC_URL }]);
    expect(info.version).toBe(manifest.version);
    expect(info.contact).toEqual({ name: 'Docket', url: `${PUBLIC_URL}/docs/manual` });
    expect(info.license).toMatchObject({ name: 'MIT' });
  });

  test('the document describes the five events, and each sample event matches its own description', () => {
    const told = documents[form][form === '3.1' ? 'webhooks' : 'x-webhooks'];
    expect(Object.keys(told)).toEqual([...EVENT_TYPES]);
    for (const { type, body } of sampleBodies(Date.UTC(2026, 10, 23))) {
      const [, name = ''] = /(\w+)$/.exec(contentOf(told[type].post.requestBody).schema.$ref) ?? [];
      const fits = checkerOf(form, name);
      expect([type, fits(JSON.parse(body)), fits.errors]).toEqual([type, true, null]);
      const other = EVENT_TYPES.find((one) => one !== type);
      expect(fits({ ...JSON.parse(body), type: other })).toBe(false);
    }
  });

  test('the schemas accept the document’s examples, and accept null only in optional fields', () => {
    let checked = 0;
    for (const { operationId, requestBody, responses } of operationsOf(documents[form])) {
      for (const part of [requestBody, responses['200']]) {
        const { schema, example } = contentOf(part) ?? {};
        if (example === undefined) continue;
        const fits = checkerOf(form, schema.$ref.slice('#/components/schemas/'.length));
        expect([operationId, fits(example), fits.errors]).toEqual([operationId, true, null]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(12);
    const fits = checkerOf(form, 'CreateOrderBody');
    const order = { date: '2026-03-08T10:00:00Z', products: [{ name: 'x', quantity: 1, price: 1, id: null, sku: 5 }] };
    const nothing = { client: null, delivery: null, additional: null, platform: null, num: null };
    const payments = [{ amount: 1, currency: null, paidAt: null, providerData: null }];
    expect([fits({ ...order, ...nothing, payments }), fits.errors]).toEqual([true, null]);
    for (const wrong of [
      { date: null },
      { products: null },
      { products: [{ name: 'x', quantity: 1, price: 1, id: [] }] },
    ]) {
      expect(fits({ ...order, ...wrong })).toBe(false);
    }
  });

  test('accepts every amount up to 1,000 roubles in steps of a kopeck', () => {
    const fits = checkerOf(form, 'RecordPaymentBody');
    const refused: number[] = [];
    for (let kopecks = 1; kopecks <= 100_000; kopecks += 1) {
      if (!fits({ orderKey: 'a', paymentId: 'b', amount: kopecks / 100 })) refused.push(kopecks);
    }
    expect(refused).toEqual([]);
  });

  test('the command `docket openapi` prints the same document as the server', async () => {
    const { stdout } = await docket(['openapi', '--openapi', form, '--data', shop.dir]);
    expect(JSON.parse(stdout)).toEqual(documents[form]);
    const elsewhere = await docket(['openapi', '--openapi', form, '--public-url', 'https://b.example.org']);
    expect(JSON.parse(elsewhere.stdout).servers).toEqual([{ url: 'https://b.example.org' }]);
  });
});

test('both OpenAPI versions have the same operations and components', () => {
  const [newer, older] = FORMS.map((form) => documents[form]);
  expect(operationsOf(older).map(({ operationId }) => operationId)).toEqual(
    operationsOf(newer).map(({ operationId }) => operationId),
  );
  const namesOf = ({ components }: Json) =>
    Object.entries<object>(components).map(([section, named]) => [section, Object.keys(named)]);
  expect(namesOf(older)).toEqual(namesOf(newer));
});

test('each component is nullable in all its uses or in none, as OpenAPI 3.0 requires', () => {
  const withNull = new Set<string>();
  const without = new Set<string>();
  for (const { where, node } of nodesOf(documents['3.1'])) {
    if (typeof node.$ref !== 'string') continue;
    const [, outside] = /^(.*)\/anyOf\/0$/.exec(where) ?? [];
    (outside === undefined ? without : withNull).add(node.$ref);
  }
  expect(withNull.size).toBeGreaterThan(3);
  expect([...withNull].filter((one) => without.has(one))).toEqual([]);
});

test('an unknown OpenAPI version is refused, and an empty version gets the default', async () => {
  const refused = await client(shop.url).get('/docs/json?openapi=2.0');
  expectInvalid(refused, 'openapi');
  expect(refused.body.details[0].message).toBe('must be "3.1" or "3.0"');
  for (const query of ['', '?openapi=']) {
    expect(await (await fetch(`${shop.url}/docs/json${query}`)).json()).toEqual(documents['3.1']);
  }
  expect(JSON.parse((await docket(['openapi', '--data', shop.dir])).stdout)).toEqual(documents['3.1']);
  const { status, stderr } = await docket(['openapi', '--openapi', '2.0']);
  expect([status, stderr]).toEqual([2, 'docket: --openapi: "2.0" is not one of 3.1, 3.0\n']);
});

test('the document lists both RateLimit headers for every answer but a 401', () => {
  const limits = ['RateLimit-Policy', 'RateLimit'];
  for (const { where, node } of nodesOf(writtenOut(documents['3.1']).paths)) {
    const [, status = ''] = /\/responses\/(\d+)$/.exec(where) ?? [];
    if (status === '') continue;
    const listed = limits.filter((name) => name in node.headers);
    expect([where, listed]).toEqual([where, status === '401' ? [] : limits]);
  }
});
