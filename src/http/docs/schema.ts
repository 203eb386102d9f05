import type { Schema } from './api-document.ts';

interface SchemaDescription {
  /** The type in words: `string or null`, `array of object`, `any JSON value`. */
  readonly type: string;
  /** Each limit in words: `1 to 200 characters`. */
  readonly bounds: readonly string[];
  readonly description: string | undefined;
  /** The fields of an object, or of the items of an array. */
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Replaces the description of the schema. */
  readonly description?: string | undefined;
}

const isNull = ({ type }: Schema): boolean => type === 'null';

function split(schema: Schema): { readonly main: Schema; readonly nullable: boolean } {
  const { anyOf } = schema;
  const mains = anyOf?.filter((one) => !isNull(one)) ?? [];
  const [main] = mains;
  if (anyOf === undefined || main === undefined || mains.length > 1 || mains.length === anyOf.length) {
    return { main: schema, nullable: false };
  }
  const { description = main.description } = schema;
  return { main: { ...main, ...(description === undefined ? {} : { description }) }, nullable: true };
}

const valueText = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : String(value));

const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;

function typeText(schema: Schema): string {
  const { main, nullable } = split(schema);
  return listed([...(main.anyOf ?? [main]).map(plainType), ...(nullable ? ['null'] : [])]);
}

function plainType({ type, items, enum: values, const: only, format }: Schema): string {
  if (only !== undefined) return valueText(only);
  if (values !== undefined) return values.map(valueText).join(', ');
  if (type === undefined) return 'any JSON value';
  if (type === 'array') return `array of ${items === undefined ? 'any JSON values' : typeText(items)}`;
  // Formats such as `int64` are left out, because only code generators need the number of bits.
  return format === undefined || type === 'number' ? type : `${type} (${format})`;
}

const figure = (value: number): string =>
  new Intl.NumberFormat('en', { maximumFractionDigits: 3, useGrouping: value >= 100_000 }).format(value);

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  const of = unit === '' ? '' : ` ${unit}`;
  if (least !== undefined && most !== undefined) return [`${figure(least)} to ${figure(most)}${of}`];
  if (most !== undefined) return [`at most ${figure(most)}${of}`];
  return least === undefined ? [] : [`at least ${figure(least)}${of}`];
}

function boundsOf(schema: Schema): string[] {
  const { pattern, description, additionalProperties, properties, examples = [] } = schema;
  return [
    ...(schema.anyOf ?? []).flatMap(boundsOf),
    ...range(schema.minLength, schema.maxLength, 'characters'),
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minItems, schema.maxItems, 'items'),
    ...range(schema.minProperties, undefined, schema.minProperties === 1 ? 'key' : 'keys'),
    ...(schema.default === undefined ? [] : [`default ${valueText(schema.default)}`]),
    ...examples.map((example) => `such as ${valueText(example)}`),
    // A pattern is left out if there is a description, because it would only repeat the description.
    ...(pattern === undefined || description !== undefined ? [] : [`matches ${pattern}`]),
    ...(additionalProperties === true && properties !== undefined ? ['other keys are kept as sent'] : []),
  ];
}

export function describeSchema(schema: Schema): SchemaDescription {
  const { main } = split(schema);
  const inside = main.items === undefined ? main : split(main.items).main;
  const { properties = {}, required = [] } = inside;
  return {
    type: typeText(schema),
    bounds: [...boundsOf(main), ...(inside === main ? [] : boundsOf(inside))].filter(
      (bound) => main.description?.toLowerCase().includes(bound) !== true,
    ),
    description: main.description,
    fields: Object.entries(properties).map(([name, field]) => ({
      name,
      required: required.includes(name),
      schema: field,
    })),
  };
}
