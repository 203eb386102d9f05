/**
 * Building blocks of the API's models. Schemas state lengths for the reference, and the functions behind the routes
 * enforce these lengths. The functions count characters, while TypeBox counts UTF-16 units, of which an emoji has two.
 */

import { Kind, type TObject, type TSchema, Type, TypeRegistry } from '@sinclair/typebox';
import { t } from 'elysia';
import { isScalar, type JsonValue, toIso } from '../base/index.ts';
import { CLOSED, ELSEWHERE, type Elsewhere, OPEN, ownScalar, rewritten } from '../web/index.ts';

TypeRegistry.Set('DocketText', (_schema, value) => typeof value === 'string');

TypeRegistry.Set('DocketTextOrNumber', (_schema, value) => typeof value !== 'boolean' && isScalar(value));

/** The schema property for keywords that only the OpenAPI document needs (http/openapi/describe.ts). */
export const IN_DOCUMENT = 'x-in-document';

/**
 * Returns keywords that are shown in the OpenAPI document but do not validate anything. A keyword with the value null
 * is removed from the document.
 */
export const inDocument = (keywords: object) => ({ [IN_DOCUMENT]: keywords });

/** The schema property that contains the schema's name in the OpenAPI document (http/openapi/components.ts). */
export const COMPONENT = 'x-component';

type Section = 'schemas' | 'responses' | 'headers';

export interface Component {
  readonly section: Section;
  readonly name: string;
  readonly description: string;
}

/** Returns keywords that name a schema, so that client generators create a type for it. */
export const called = (name: string, description: string, section: Section = 'schemas') => {
  const component: Component = { section, name, description };
  return { [COMPONENT]: component, description };
};

function calledAfter(held: TSchema) {
  const component: Component | undefined = held[COMPONENT];
  return component === undefined ? {} : called(`${component.name}Answer`, 'The answer of a call that succeeded');
}

interface QueryIntegerSchema {
  readonly minimum: number;
  readonly maximum: number;
}

TypeRegistry.Set<QueryIntegerSchema>('DocketQueryInteger', (schema, value) => {
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) return false;
  return Number(value) >= schema.minimum && Number(value) <= schema.maximum;
});

/** The number format in the OpenAPI document. Without it, some generators use Float32, which loses kopecks. */
export const DOUBLE = { format: 'double' } as const;

/**
 * Describes a whole number in an answer. With Elysia's own type, the API document would say that the number may also be
 * a text.
 */
export const whole = (description: string) => Type.Integer({ description });

const formatted = (format: string) => (description: string) => t.String({ description, ...inDocument({ format }) });

/** An id, a time and a day in an answer. They need no validation. */
export const uuidRead = formatted('uuid');
export const instantRead = (description: string) => rewritten(formatted('date-time')(description), toIso);
export const dayRead = formatted('date');

/** Describes a field of an answer that contains one of `words`. Later versions may add words. */
export const wordRead = (words: readonly string[], options: object) =>
  t.String({ ...options, ...inDocument({ enum: words }) });

interface TextOptions {
  readonly description?: string;
  readonly examples?: readonly string[];
  readonly minLength?: number;
  readonly format?: 'date-time' | 'date';
}

export const text = (maxLength: number, options: TextOptions = {}) =>
  t.Unsafe<string>({
    [Kind]: 'DocketText',
    type: 'string',
    maxLength,
    // In the OpenAPI document, a text with a format has no `maxLength`, because the format implies the length.
    ...(options.format === undefined ? {} : inDocument({ maxLength: null })),
    ...options,
  });

interface KindOptions extends TextOptions {
  /** JSON Schema keywords for values that are texts. They only appear in the OpenAPI document, and validate nothing. */
  readonly [IN_DOCUMENT]?: object;
}

/**
 * Describes a value of several kinds. Go generators accept no list of types, so the document has an `anyOf` instead.
 */
function ofKinds(type: readonly string[], maxLength: number, options: KindOptions) {
  const { minLength, [IN_DOCUMENT]: ofText, ...others } = options;
  const bounds = { maxLength, ...(minLength === undefined ? {} : { minLength }), ...ofText };
  const anyOf = type.map((kind) => ({
    type: kind,
    ...(kind === 'string' ? bounds : {}),
    ...(kind === 'number' ? DOUBLE : {}),
  }));
  return { type, maxLength, ...others, ...inDocument({ type: null, maxLength: null, anyOf }) };
}

/**
 * Describes a value that Docket stores as sent and never calculates with. It is a text of at most `maxLength`
 * characters, a number, a boolean or null.
 */
export const scalar = (maxLength: number, options: KindOptions = {}) =>
  ownScalar(ofKinds(['string', 'number', 'boolean', 'null'], maxLength, options));

/**
 * Describes a text of at most `maxLength` characters, or a number that Docket does not calculate with. In comparisons
 * `55` equals the text "55".
 */
export const textOrNumber = (maxLength: number, options: KindOptions = {}) =>
  t.Unsafe<string | number>({
    [Kind]: 'DocketTextOrNumber',
    ...ofKinds(['string', 'number'], maxLength, options),
  });

export const anyValue = (description: string) => t.Unsafe<JsonValue>(t.Any({ description }));

interface QueryIntegerOptions extends QueryIntegerSchema {
  /**
   * The default value. It appears only in the API reference. In the schema of a route, it would make Elysia convert the
   * query to a number where text is expected.
   */
  readonly default: number;
  readonly description: string;
}

export const queryInteger = ({ default: byDefault, ...options }: QueryIntegerOptions) =>
  t.Optional(
    t.Unsafe<string>({
      [Kind]: 'DocketQueryInteger',
      type: 'integer',
      ...options,
      ...inDocument({ default: byDefault }),
    }),
  );

export const each = (names: readonly string[], hint: string): Elsewhere =>
  Object.fromEntries(names.map((name) => [name, hint]));

export const closed = (hints: Elsewhere) => ({ ...CLOSED, [ELSEWHERE]: hints });

export const anyObject = (description: string) => t.Object({}, { ...OPEN, description });

export const uuid = (description: string) => t.String({ format: 'uuid', description });
export const NoQuery = t.Object({}, CLOSED);
/**
 * Describes a query without fields, for a path with a body. A body field in the query is refused with a hint that it
 * belongs in the body.
 */
export const noQueryBeside = (body: TObject) =>
  t.Object(
    {},
    closed(Object.fromEntries(Object.keys(body.properties).map((name) => [name, 'it belongs in the body']))),
  );

export const success = <T extends TSchema>(data: T) =>
  t.Object(
    {
      ok: t.Literal(true, { description: 'Whether the call succeeded' }),
      code: t.Literal('ok', { description: 'What came of the call, for programs' }),
      requestId: uuidRead('Id of this call. The log and the page Connect have it too'),
      data,
    },
    calledAfter(data),
  );
