import { Kind, type TObject, type TSchema, Type, TypeRegistry } from '@sinclair/typebox';
import { t } from 'elysia';
import { isScalar, type JsonValue, toIso } from '../base/index.ts';
import { CLOSED, ELSEWHERE, type Elsewhere, OPEN, ownScalar, rewritten } from '../web/index.ts';

/**
 * Pieces of the API's models. Schemas have lengths for the reference, and the verbs enforce them. Verbs count
 * characters, while TypeBox counts UTF-16 units, of which an emoji has two.
 */

TypeRegistry.Set('DocketText', (_schema, value) => typeof value === 'string');

TypeRegistry.Set('DocketTextOrNumber', (_schema, value) => typeof value !== 'boolean' && isScalar(value));

/** The property of a schema with keywords for the OpenAPI document alone (http/openapi/describe.ts). */
export const IN_DOCUMENT = 'x-in-document';

/**
 * Keywords for the OpenAPI document that check nothing. The verbs check an amount to the kopeck, and answers need no
 * check. A keyword that is null here is removed from the document.
 */
export const inDocument = (keywords: object) => ({ [IN_DOCUMENT]: keywords });

/** The property of a schema with its name in the OpenAPI document (http/openapi/components.ts). */
export const COMPONENT = 'x-component';

type Section = 'schemas' | 'responses' | 'headers';

/** A component of the document: its section, its name, and its description for every use. */
export interface Component {
  readonly section: Section;
  readonly name: string;
  readonly description: string;
}

/**
 * Keywords that name a schema, so that client generators create a type for it. A description written after them applies
 * only to that place.
 */
export const called = (name: string, description: string, section: Section = 'schemas') => {
  const component: Component = { section, name, description };
  return { [COMPONENT]: component, description };
};

/** Names an answer after the component that it contains, if that has a name. */
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

/** A float32, the default of some generators, loses kopecks. */
export const DOUBLE = { format: 'double' } as const;

/** A whole number in an answer. Elysia's own type also accepts texts, and says so in the document. */
export const whole = (description: string) => Type.Integer({ description });

const formatted = (format: string) => (description: string) => t.String({ description, ...inDocument({ format }) });

/** An id, an instant and a day in an answer, which need no check. */
export const uuidRead = formatted('uuid');
export const instantRead = (description: string) => rewritten(formatted('date-time')(description), toIso);
export const dayRead = formatted('date');

/** One of several words. More may be added later. */
export const wordRead = (words: readonly string[], options: object) =>
  t.String({ ...options, ...inDocument({ enum: words }) });

interface TextOptions {
  readonly description?: string;
  readonly examples?: readonly string[];
  readonly minLength?: number;
  readonly format?: 'date-time' | 'date';
}

/** A text of at most `maxLength` characters. */
export const text = (maxLength: number, options: TextOptions = {}) =>
  t.Unsafe<string>({
    [Kind]: 'DocketText',
    type: 'string',
    maxLength,
    // The format implies the length, and generators create a special type for it.
    ...(options.format === undefined ? {} : inDocument({ maxLength: null })),
    ...options,
  });

interface KindOptions extends TextOptions {
  /** Keywords of the text kind, for the document alone. */
  readonly [IN_DOCUMENT]?: object;
}

/** Values of several kinds. No generator for Go accepts a list of types, so the document has a choice instead. */
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
 * A value that Docket stores as sent and never calculates with: a text of at most `maxLength` characters, a number, a
 * boolean or null.
 */
export const scalar = (maxLength: number, options: KindOptions = {}) =>
  ownScalar(ofKinds(['string', 'number', 'boolean', 'null'], maxLength, options));

/**
 * A text of at most `maxLength` characters, or a number that is not calculated with. In comparisons `55` equals the
 * text "55".
 */
export const textOrNumber = (maxLength: number, options: KindOptions = {}) =>
  t.Unsafe<string | number>({
    [Kind]: 'DocketTextOrNumber',
    ...ofKinds(['string', 'number'], maxLength, options),
  });

/** Any JSON value, including null. */
export const anyValue = (description: string) => t.Unsafe<JsonValue>(t.Any({ description }));

interface QueryIntegerOptions extends QueryIntegerSchema {
  /** Used only in the reference: in a route, Elysia would convert the query to a number where text is expected. */
  readonly default: number;
  readonly description: string;
}

/** A whole number in a query, which is a text before parsing. */
export const queryInteger = ({ default: byDefault, ...options }: QueryIntegerOptions) =>
  t.Optional(
    t.Unsafe<string>({
      [Kind]: 'DocketQueryInteger',
      type: 'integer',
      ...options,
      ...inDocument({ default: byDefault }),
    }),
  );

/** The same hint for several names. */
export const each = (names: readonly string[], hint: string): Elsewhere =>
  Object.fromEntries(names.map((name) => [name, hint]));

export const closed = (hints: Elsewhere) => ({ ...CLOSED, [ELSEWHERE]: hints });

export const anyObject = (description: string) => t.Object({}, { ...OPEN, description });

export const uuid = (description: string) => t.String({ format: 'uuid', description });
export const NoQuery = t.Object({}, CLOSED);
/** A query without fields, for a path with a body. A field of the body is refused with a message about its place. */
export const noQueryBeside = (body: TObject) =>
  t.Object(
    {},
    closed(Object.fromEntries(Object.keys(body.properties).map((name) => [name, 'it belongs in the body']))),
  );

/**
 * The success envelope around an answer's model (seed, Success envelope), for the document. The envelope is named after
 * its content.
 */
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
