import type { TSchema } from '@sinclair/typebox';
import { ValueErrorType } from '@sinclair/typebox/errors';
import { type FieldRule, INSTANT_SHAPE, type Issue, MAX_COUNTED, nearestName } from '../base/index.ts';
import { ELSEWHERE, type Elsewhere } from './wire.ts';

interface SchemaError {
  readonly type: number;
  /** A JSON pointer to the value. */
  readonly path: string;
  readonly schema: TSchema;
  readonly value: unknown;
  readonly errors: readonly Iterable<SchemaError>[];
}

interface Validator {
  Errors(value: unknown): Iterable<SchemaError>;
}

const hasValidator = (error: object): error is { validator: Validator; value: unknown } =>
  'validator' in error && 'value' in error;

export function schemaIssues(error: object): Issue[] {
  const byPath = new Map<string, Issue>();
  if (hasValidator(error)) {
    let seen = 0;
    for (const found of expand(error.validator.Errors(error.value))) {
      const issue = toIssue(found);
      if (!byPath.has(issue.path)) byPath.set(issue.path, issue);
      seen += 1;
      // A body may have thousands of mistakes, so the count has a bound.
      if (seen >= MAX_COUNTED) break;
    }
  }
  return byPath.size === 0 ? [{ path: '', rule: 'shape' }] : [...byPath.values()];
}

/** Names a mistake inside a union by its own path: "client.name", not "client". */
function* expand(errors: Iterable<SchemaError>): Generator<SchemaError> {
  for (const error of errors) {
    const member = memberFor(error);
    if (member === undefined) yield error;
    else yield* expand(member);
  }
}

function memberFor({ type, schema, value, errors }: SchemaError): Iterable<SchemaError> | undefined {
  const options: unknown = schema['anyOf'];
  if (type !== ValueErrorType.Union || !Array.isArray(options) || value === null) return undefined;
  const kind = Array.isArray(value) ? 'array' : typeof value;
  // A literal is skipped. Its error would name only one word, but the union's error lists all allowed words.
  const at = options.findIndex((option: TSchema) => option['type'] === kind && !('const' in option));
  return errors[at];
}

function toIssue(error: SchemaError): Issue {
  const path = dottedPath(error.path);
  if (error.type === ValueErrorType.ObjectAdditionalProperties) {
    return { path, ...unknownRule(error.schema, namedBy(error.path)) };
  }
  const wanted = describe(error.schema);
  if (error.type === ValueErrorType.ObjectRequiredProperty || error.value === undefined) {
    return { path, rule: 'shape_missing', wanted };
  }
  const found = isRangeError(error) ? '' : kindOf(error.value);
  return { path, ...shapeRule(error.schema, { wanted, found }) };
}

const hintsOf = ({ [ELSEWHERE]: hints = {} }: TSchema & { readonly [ELSEWHERE]?: Elsewhere }): Elsewhere => hints;

/** Returns the rule for an unknown name. The rule states where the name belongs, or suggests a similar known name. */
function unknownRule(schema: TSchema, name: string): FieldRule {
  const hints = hintsOf(schema);
  if (Object.hasOwn(hints, name)) return { rule: 'shape_elsewhere', hint: hints[name] ?? '' };
  const known: object = schema['properties'] ?? {};
  const near = nearestName(name, Object.keys(known));
  if (near !== undefined) return { rule: 'shape_near', near };
  const other = nearestName(name, Object.keys(hints));
  return other === undefined ? { rule: 'shape_unknown' } : { rule: 'shape_near', near: `${other} (${hints[other]})` };
}

interface Shape {
  readonly wanted: string;
  readonly found: string;
}

export function shapeRule(schema: TSchema, shape: Shape): FieldRule {
  const options: unknown = schema['anyOf'];
  if (Array.isArray(options)) {
    const [only, ...more] = options.filter((option: TSchema) => option['type'] !== 'null');
    return only !== undefined && more.length === 0 ? shapeRule(only, shape) : { rule: 'shape_choice', ...shape };
  }
  if (Array.isArray(schema['type'])) return { rule: 'shape_scalar', ...shape };
  if ('const' in schema) return { rule: 'shape_choice', ...shape };
  switch (schema['type']) {
    case 'string':
      if (schema['format'] === 'uuid') return { rule: 'shape_id', ...shape };
      return { rule: shape.found === '' ? 'shape_written' : 'shape_text', ...shape };
    case 'integer':
    case 'number':
      return numberRule(schema, shape);
    case 'array':
      return listRule(schema, shape);
    case 'object':
    case 'null':
      return { rule: 'shape_object', ...shape };
    default:
      return { rule: 'shape_other', ...shape };
  }
}

function numberRule({ minimum, exclusiveMinimum, maximum }: TSchema, shape: Shape): FieldRule {
  if (typeof minimum === 'number' && typeof maximum === 'number') {
    return { rule: 'shape_number_between', ...shape, least: minimum, most: maximum };
  }
  if (typeof minimum === 'number') return { rule: 'shape_number_least', ...shape, least: minimum };
  if (typeof exclusiveMinimum === 'number') return { rule: 'shape_number_above', ...shape, least: exclusiveMinimum };
  return { rule: 'shape_number', ...shape };
}

function listRule({ minItems, maxItems }: TSchema, shape: Shape): FieldRule {
  if (typeof maxItems !== 'number') return { rule: 'shape_list', ...shape };
  return { rule: 'shape_list_between', ...shape, least: typeof minItems === 'number' ? minItems : 0, most: maxItems };
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const dottedPath = (pointer: string): string => partsOf(pointer).join('.');
const namedBy = (pointer: string): string => partsOf(pointer).at(-1) ?? '';

/**
 * Returns true for a value of the right type that is outside its bounds. A message about its type would only confuse.
 */
function isRangeError(error: SchemaError): boolean {
  const wanted: unknown = error.schema['type'];
  const kind = Array.isArray(error.value) ? 'array' : typeof error.value;
  return (
    wanted === kind ||
    isWordOfSeveral(error) ||
    (wanted === 'integer' && (kind === 'string' || Number.isInteger(error.value))) ||
    'const' in error.schema
  );
}

function isWordOfSeveral({ schema, value }: SchemaError): boolean {
  const options: unknown = schema['anyOf'];
  return typeof value === 'string' && Array.isArray(options) && options.some((option: TSchema) => 'const' in option);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'object':
      return JSON.isRawJSON(value) ? 'a number' : 'an object';
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return `${value}`;
    default:
      return 'that';
  }
}

/** Describes a schema in words, such as "a whole number from 1 to 100". */
export function describe(schema: TSchema): string {
  const options: unknown = schema['anyOf'];
  // An empty text counts as absent, so the message does not offer it.
  if (Array.isArray(options)) {
    return options
      .filter((option: TSchema) => option['const'] !== '')
      .map(describe)
      .join(' or ');
  }
  const types: unknown = schema['type'];
  if (Array.isArray(types)) {
    const kinds = types.map((type) => describe({ ...schema, type }));
    return `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`;
  }
  if ('const' in schema) return JSON.stringify(schema['const']);
  const { minimum, maximum } = bounds(schema);
  const range =
    minimum === '' && maximum === '' ? '' : ` ${[minimum, maximum].filter((text) => text !== '').join(' and ')}`;
  switch (schema['type']) {
    case 'null':
      return 'null';
    case 'string':
      return FORMATS[schema['format']] ?? 'a text';
    case 'integer':
      return `a whole number${range}`;
    case 'number':
      return `a number${range}`;
    case 'boolean':
      return 'a boolean';
    case 'array':
      return `a list of ${schema['minItems'] ?? 0} to ${schema['maxItems'] ?? 'any number of'} items`;
    case 'object':
      return schema['minProperties'] === undefined ? 'an object' : 'an object with at least one field';
    default:
      return 'of the kind that the reference describes';
  }
}

const FORMATS: Readonly<Record<string, string>> = { uuid: 'a UUID', 'date-time': INSTANT_SHAPE };

function bounds(schema: TSchema): { minimum: string; maximum: string } {
  const text = (word: string, bound: unknown): string => (typeof bound === 'number' ? `${word} ${bound}` : '');
  return {
    minimum: text('of at least', schema['minimum']) || text('above', schema['exclusiveMinimum']),
    maximum: text('of at most', schema['maximum']),
  };
}
