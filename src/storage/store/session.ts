import type { Database, SQLQueryBindings } from 'bun:sqlite';
import {
  Column,
  type DriverValueDecoder,
  type DriverValueEncoder,
  is,
  noopDecoder,
  noopEncoder,
  Param,
  Placeholder,
  SQL,
  Subquery,
} from 'drizzle-orm';
import { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import { PreparedQuery, SQLiteBunSession } from 'drizzle-orm/bun-sqlite/session';
import { type PreparedQueryConfig, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';

/**
 * Drizzle over a connection, whose queries work out once where each parameter comes from and how each column is read. Drizzle's own
 * session asks that anew for every value of every run, which takes longer than SQLite itself.
 */
export function drizzleOver(client: Database, written: Written = () => undefined): BunSQLiteDatabase {
  const dialect = new SQLiteSyncDialect();
  return new BunSQLiteDatabase('sync', dialect, new CompilingSession(client, dialect, written), undefined);
}

/** Hears of each statement that writes, before it runs. */
export type Written = (table: Tables) => void;
/** The table that a statement writes; undefined: one that cannot be told. */
export type Tables = string | undefined;

const READS = /^\s*(?:select|pragma|explain)\b/i;
const WRITES = /^\s*(?:insert (?:or \w+ )?into|update|delete from) "?(\w+)/i;

type NoSchema = Record<string, never>;
type Prepare = Parameters<SQLiteBunSession<NoSchema, NoSchema>['prepareQuery']>;
type Rest = Prepare extends [unknown, ...infer Others] ? Others : never;
type Fields = NonNullable<Prepare[1]>;
type Config = Omit<PreparedQueryConfig, 'run' | 'statement'>;
type Values = Readonly<Record<string, unknown>>;

/** A join that may bring a whole table of nulls, of which Drizzle makes one null. */
const OUTER_JOIN = / (?:left|right|full) join /;

class CompilingSession extends SQLiteBunSession<NoSchema, NoSchema> {
  readonly #client: Database;
  readonly #written: Written;

  constructor(client: Database, dialect: SQLiteSyncDialect, written: Written) {
    super(client, dialect, undefined);
    this.#client = client;
    this.#written = written;
  }

  override prepareQuery<T extends Config>(asked: Prepare[0], ...rest: Rest): PreparedQuery<T> {
    const query = withNumbers(asked);
    const prepare: Prepare = [query, ...rest];
    const [fields, , , mapper] = rest;
    const mayBringNulls = fields !== undefined && OUTER_JOIN.test(query.sql);
    if (mapper !== undefined || mayBringNulls) return super.prepareQuery<T>(...prepare);
    const table = WRITES.exec(query.sql)?.[1];
    const tell = READS.test(query.sql) ? undefined : () => this.#written(table);
    return new CompiledQuery<T>(this.#client, tell, ...prepare);
  }
}

/**
 * The same query with each whole number that is known by now written into it. SQLite plans by values that stand in a LIMIT,
 * beside a partial index or below a sort. What is bound it sees at the run alone, and then plans a second time.
 */
function withNumbers<Q extends Prepare[0]>(query: Q): Q {
  const { params } = query;
  const pieces = query.sql.split('?');
  // A text of SQL's own may hold the sign too.
  if (pieces.length !== params.length + 1 || !params.some(Number.isSafeInteger)) return query;
  const signs = params.map((value) => (Number.isSafeInteger(value) ? `(${value})` : '?'));
  return {
    ...query,
    sql: pieces.map((piece, at) => piece + (signs[at] ?? '')).join(''),
    params: params.filter((value) => !Number.isSafeInteger(value)),
  };
}

const NO_VALUES: Values = {};
const NO_LOG = { logQuery: () => undefined };

class CompiledQuery<T extends Config> extends PreparedQuery<T> {
  readonly #statement: ReturnType<Database['prepare']>;
  readonly #binder: Binder;
  readonly #read: Reader | undefined;
  readonly #tell: (() => void) | undefined;

  constructor(client: Database, tell: (() => void) | undefined, ...[query, fields, method, inArrays]: Prepare) {
    const statement = client.prepare(query.sql);
    super(statement, query, NO_LOG, fields, method, inArrays);
    this.#statement = statement;
    this.#tell = tell;
    this.#binder = binderOf(query.params);
    this.#read = fields && readerOf(fields);
  }

  override run(values: Values = NO_VALUES) {
    return this.#statement.run(...this.#bind(values));
  }

  override get(values: Values = NO_VALUES): T['get'] {
    const row = this.#statement.values(...this.#bind(values))[0];
    return row === undefined || this.#read === undefined ? row : this.#read(row);
  }

  override all(values: Values = NO_VALUES): T['all'] {
    const bound = this.#bind(values);
    return this.#read === undefined ? this.#statement.all(...bound) : this.#statement.values(...bound).map(this.#read);
  }

  override values(values: Values = NO_VALUES): T['values'] {
    return this.#statement.values(...this.#bind(values));
  }

  #bind(values: Values): SQLQueryBindings[] {
    this.#tell?.();
    return this.#binder(values);
  }
}

/** Makes the parameters of a run out of its values. */
type Binder = (values: Values) => SQLQueryBindings[];
/** Makes of a row of values what the query promises. */
type Reader = (row: readonly unknown[]) => unknown;
type Convert = (value: unknown) => unknown;

const factories = new Map<string, (...parts: unknown[]) => unknown>();

/**
 * Both are written out as a function of their own for each query, as TypeBox does with its checks. In one function for
 * all, every name is looked up anew in every object. There are as many as queries in our sources: names stand in them, no
 * values.
 */
function compile<F>(source: string, parts: Readonly<Record<string, unknown>>): F {
  let make = factories.get(source);
  if (make === undefined) {
    make = new Function(...Object.keys(parts), `return ${source}`) as (...parts: unknown[]) => unknown;
    factories.set(source, make);
  }
  return make(...Object.values(parts)) as F;
}

const named = (name: string): string => JSON.stringify(name);

function binderOf(params: readonly unknown[]): Binder {
  // Made for one run.
  if (params.every((param) => givenName(param) === undefined)) return () => params as SQLQueryBindings[];
  const encode: (Convert | undefined)[] = [];
  const sources = params.map((param, at) => {
    const name = givenName(param);
    if (name === undefined) return `params[${at}]`;
    const place = `values[${named(name)}]`;
    const value = `(${place} === undefined ? absent(values, ${named(name)}) : ${place})`;
    if (!is(param, Param) || isPlainEncoder(param.encoder)) return value;
    const { encoder } = param;
    encode[at] = (given) => encoder.mapToDriverValue(given);
    return `encode[${at}](${value})`;
  });
  return compile<Binder>(`(values) => [${sources.join()}]`, { params, encode, absent });
}

/** The name under which a run is given a parameter; undefined where its value stands already. */
function givenName(param: unknown): string | undefined {
  const placeholder = is(param, Param) ? param.value : param;
  return is(placeholder, Placeholder) ? placeholder.name : undefined;
}

const PLAIN_ENCODERS: readonly Pick<DriverValueEncoder<unknown, unknown>, 'mapToDriverValue'>[] = [
  Column.prototype,
  noopEncoder,
];
const isPlainEncoder = ({ mapToDriverValue }: DriverValueEncoder<unknown, unknown>): boolean =>
  PLAIN_ENCODERS.some((plain) => plain.mapToDriverValue === mapToDriverValue);

/** @returns undefined where that was said; a name that was mistyped must not become a null */
function absent(values: Values, name: string): undefined {
  if (!(name in values)) throw new Error(`No value for placeholder "${name}" was provided`);
}

function readerOf(fields: Fields): Reader {
  const decode: (Convert | undefined)[] = [];
  const own: string[] = [];
  const parts = new Map<string, string[]>();
  for (const [at, { path, field }] of fields.entries()) {
    const decoder = decoderOf(field);
    const isPlain = PLAIN.some(({ mapFromDriverValue }) => mapFromDriverValue === decoder.mapFromDriverValue);
    if (!isPlain) decode[at] = (value) => decoder.mapFromDriverValue(value);
    const value = isPlain ? `row[${at}]` : `(row[${at}] === null ? null : decode[${at}](row[${at}]))`;
    const member = `${named(path.at(-1) ?? '')}: ${value}`;
    const [parent = ''] = path;
    if (path.length === 1) own.push(member);
    else parts.set(parent, [...(parts.get(parent) ?? []), member]);
  }
  for (const [name, members] of parts) own.push(`${named(name)}: { ${members.join()} }`);
  return compile<Reader>(`(row) => ({ ${own.join()} })`, { decode });
}

type Decoder = Pick<DriverValueDecoder<unknown, unknown>, 'mapFromDriverValue'>;

const PLAIN: readonly Decoder[] = [Column.prototype, noopDecoder];

function decoderOf(field: Fields[number]['field']): Decoder {
  if (is(field, Column)) return field;
  if (is(field, Subquery)) return decoderOfSql(field._.sql);
  return decoderOfSql(is(field, SQL) ? field : field.sql);
}

/** Drizzle keeps the decoder of an expression to itself. */
const decoderOfSql = (expression: SQL): Decoder => Reflect.get(expression, 'decoder') as Decoder;
