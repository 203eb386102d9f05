import { Kind, type Static, type TObject, type TSchema, type TUnion, type TUnsafe } from '@sinclair/typebox';
import { t } from 'elysia';
import { toIso, toPieces, toRoubles } from '../base/index.ts';

/** The schema of a value whose API form differs from its stored form. */
interface Rewritten<Wire, Own> extends TUnsafe<Wire> {
  readonly rewrite: (own: Own) => Wire;
}
export interface List<T extends TSchema> extends TUnsafe<readonly Static<T>[]> {
  readonly items: T;
}

/**
 * Creates the schema of a value that has another form in the API than in the store.
 * @param schema the schema of the API form
 */
export const rewritten = <Wire, Own>(schema: TSchema, rewrite: (own: Own) => Wire): Rewritten<Wire, Own> =>
  ({ ...schema, rewrite }) as unknown as Rewritten<Wire, Own>;

/** A time: ISO 8601 in UTC with milliseconds in the API, milliseconds since the epoch in the store. */
export const Instant = rewritten(t.String(), toIso);
/** An amount of money: roubles in the API, kopecks in the store. */
export const Roubles = rewritten(t.Number(), toRoubles);
/** A quantity: pieces in the API, thousandths in the store. */
export const Pieces = rewritten(t.Number(), toPieces);

type Own<T> =
  T extends Rewritten<infer _, infer From>
    ? From
    : T extends List<infer Of>
      ? readonly Own<Of>[]
      : T extends TObject<infer Fields>
        ? { readonly [Name in keyof Fields]: Own<Fields[Name]> }
        : T extends TUnion<infer Of>
          ? Own<Of[number]>
          : T extends TSchema
            ? Static<T>
            : never;

type Writer = (own: never) => unknown;
const asIs = (own: unknown): unknown => own;
const writers = new WeakMap<TSchema, Writer>();

function writerOf(schema: TSchema): Writer {
  const writer = writers.get(schema) ?? makeWriter(schema);
  writers.set(schema, writer);
  return writer;
}

function makeWriter(schema: TSchema): Writer {
  if ('rewrite' in schema) return schema['rewrite'];
  if (schema[Kind] === 'Object') return fieldsWriter(schema['properties']);
  if (schema[Kind] === 'Array') {
    const write = writerOf(schema['items']);
    return write === asIs ? asIs : (own: readonly never[]) => own.map((one) => write(one));
  }
  const [main, other, ...more]: readonly TSchema[] = schema[Kind] === 'Union' ? schema['anyOf'] : [];
  if (main === undefined || other?.[Kind] !== 'Null' || more.length > 0) return asIs;
  const write = writerOf(main);
  return (own: never) => (own === null ? null : write(own));
}

function fieldsWriter(properties: Readonly<Record<string, TSchema>>): Writer {
  const fields = Object.entries(properties).map(([name, schema]) => [name, writerOf(schema)] as const);
  return (own: Readonly<Record<string, never>>) => {
    const wire: Record<string, unknown> = {};
    for (const [name, write] of fields) wire[name] = write(own[name] as never);
    return wire;
  };
}

/**
 * Converts a stored value to the form that its API model describes. Times become ISO 8601 texts, kopecks become
 * roubles, and thousandths become pieces. Fields that are not in the model are left out.
 */
export const shown = <T extends TSchema>(model: T, own: Own<T>): Static<T> =>
  writerOf(model)(own as never) as Static<T>;
