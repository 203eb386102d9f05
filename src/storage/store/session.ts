import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { Column, type DriverValueDecoder, is, noopDecoder, Param, Placeholder, SQL, Subquery } from 'drizzle-orm';
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
  readonly #binders: readonly Binder[];
  readonly #read: Reader | undefined;
  readonly #tell: (() => void) | undefined;

  constructor(client: Database, tell: (() => void) | undefined, ...[query, fields, method, inArrays]: Prepare) {
    const statement = client.prepare(query.sql);
    super(statement, query, NO_LOG, fields, method, inArrays);
    this.#statement = statement;
    this.#tell = tell;
    this.#binders = query.params.map(binderOf);
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
    return this.#binders.map((binder) => binder(values));
  }
}

/** Makes one parameter out of the values of a run. */
type Binder = (values: Values) => SQLQueryBindings;

function binderOf(param: unknown): Binder {
  if (is(param, Placeholder)) return (values) => bindable(valueIn(values, param.name));
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder, value } = param;
    const { name } = value;
    return (values) => bindable(encoder.mapToDriverValue(valueIn(values, name)));
  }
  return () => bindable(param);
}

function valueIn(values: Values, name: string): unknown {
  const value = values[name];
  // A name that was mistyped must not become a null.
  if (value === undefined && !(name in values)) throw new Error(`No value for placeholder "${name}" was provided`);
  return value;
}

/** What a column's encoder returns is what SQLite takes. */
const bindable = (value: unknown): SQLQueryBindings => value as SQLQueryBindings;

/** Makes of a row of values what the query promises. */
type Reader = (row: readonly unknown[]) => unknown;

interface Place {
  /** The object that holds the value; undefined: the row itself. */
  readonly parent: string | undefined;
  readonly name: string;
  /** Undefined: the value is what SQLite returned. */
  readonly decode: ((value: unknown) => unknown) | undefined;
}

function readerOf(fields: Fields): Reader {
  const places = fields.map(placeOf);
  return (row) => {
    const result: Record<string, unknown> = {};
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at];
      if (place === undefined) break;
      const { parent, name, decode } = place;
      const value = row[at];
      const holder = parent === undefined ? result : partOf(result, parent);
      holder[name] = value === null || decode === undefined ? value : decode(value);
    }
    return result;
  };
}

function partOf(row: Record<string, unknown>, name: string): Record<string, unknown> {
  const known = row[name];
  const part = (known ?? {}) as Record<string, unknown>;
  if (known === undefined) row[name] = part;
  return part;
}

function placeOf({ path, field }: Fields[number]): Place {
  const name = path.at(-1) ?? '';
  const parent = path.length > 1 ? path[0] : undefined;
  const decoder = decoderOf(field);
  const isPlain = PLAIN.some(({ mapFromDriverValue }) => mapFromDriverValue === decoder.mapFromDriverValue);
  return { parent, name, decode: isPlain ? undefined : (value) => decoder.mapFromDriverValue(value) };
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
