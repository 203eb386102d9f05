import { Kind, type TSchema, TypeRegistry } from '@sinclair/typebox';
import { t } from 'elysia';
import { isScalar, type JsonValue } from '../base/index.ts';

/**
 * Pieces of the wire models. Lengths stand in the schemas for the reference, and the verbs enforce them. They count
 * characters, where TypeBox counts UTF-16 units: five hundred bouquets of emoji are five hundred characters.
 */

TypeRegistry.Set('DocketText', (_schema, value) => typeof value === 'string');

TypeRegistry.Set('DocketScalar', (_schema, value) => value === null || isScalar(value));

TypeRegistry.Set('DocketTextOrNumber', (_schema, value) => typeof value !== 'boolean' && isScalar(value));

/** The key under which a schema holds what stands in the OpenAPI document alone (http/openapi.ts). */
export const IN_DOCUMENT = 'x-in-document';

/**
 * Keywords for the OpenAPI document that must not check anything: TypeBox reckons `multipleOf` in doubles and would refuse 0.07, and an
 * amount is checked by the verbs, to the kopeck.
 */
export const inDocument = (keywords: object) => ({ [IN_DOCUMENT]: keywords });

interface QueryIntegerSchema {
  readonly minimum: number;
  readonly maximum: number;
}

TypeRegistry.Set<QueryIntegerSchema>('DocketQueryInteger', (schema, value) => {
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) return false;
  return Number(value) >= schema.minimum && Number(value) <= schema.maximum;
});

interface TextOptions {
  readonly description?: string;
  readonly examples?: readonly string[];
  readonly minLength?: number;
  readonly format?: 'date-time' | 'date';
}

/** A text of at most `maxLength` characters. */
export const text = (maxLength: number, options: TextOptions = {}) =>
  t.Unsafe<string>({ [Kind]: 'DocketText', type: 'string', maxLength, ...options });

/** What is not reckoned with: a text of at most `maxLength` characters, a number or a boolean, kept as the type that was sent; or null. */
export const scalar = (maxLength: number, options: TextOptions = {}) =>
  t.Unsafe<string | number | boolean | null>({
    [Kind]: 'DocketScalar',
    type: ['string', 'number', 'boolean', 'null'],
    maxLength,
    ...options,
  });

/** A text of at most `maxLength` characters, or a number that is not reckoned with. Where it is compared, `55` is the text "55". */
export const textOrNumber = (maxLength: number, options: TextOptions = {}) =>
  t.Unsafe<string | number>({ [Kind]: 'DocketTextOrNumber', type: ['string', 'number'], maxLength, ...options });

/** Any JSON value, null among them. */
export const anyValue = (description: string) => t.Unsafe<JsonValue>(t.Any({ description }));

export const nullable = <T extends TSchema>(schema: T) => t.Union([schema, t.Null()]);

/** May be left out, and null is the same as left out. */
export const maybe = <T extends TSchema>(schema: T) => t.Optional(nullable(schema));

interface QueryIntegerOptions extends QueryIntegerSchema {
  /** For the reference alone: Elysia would put the number into the query, where text is expected. */
  readonly default: number;
  readonly description: string;
}

/** A whole number in a query, which is text until it is read. */
export const queryInteger = ({ default: byDefault, ...options }: QueryIntegerOptions) =>
  t.Optional(
    t.Unsafe<string>({
      [Kind]: 'DocketQueryInteger',
      type: 'integer',
      ...options,
      ...inDocument({ default: byDefault }),
    }),
  );

/** An object whose keys beyond these are kept and returned as sent (contract, section 3). */
export const OPEN = { additionalProperties: true } as const;
/** An object whose other keys are refused by name: a typo must not lose data. */
export const CLOSED = { additionalProperties: false } as const;

export const anyObject = (description: string) => t.Object({}, { ...OPEN, description });

export const uuid = (description: string) => t.String({ format: 'uuid', description });
export const NoQuery = t.Object({}, CLOSED);

/** The success envelope (seed, Success envelope). */
export const success = <T extends TSchema>(data: T) =>
  t.Object({
    ok: t.Literal(true, { description: 'Whether the call succeeded' }),
    code: t.Literal('ok', { description: 'What came of the call, for programs' }),
    requestId: t.String({ description: 'Id of this call, a UUID. The log and the page Connect have it too' }),
    data,
  });

export interface Success<T> {
  ok: true;
  code: 'ok';
  requestId: string;
  data: T;
}

TypeRegistry.Set('DocketFile', () => true);
/** A file in place of JSON. */
export const FileAnswer = t.Unsafe<Response>({ [Kind]: 'DocketFile' });
