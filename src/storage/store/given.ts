import { type Placeholder, type SQL, sql } from 'drizzle-orm';

/** Returns a placeholder for a value that is passed to a prepared statement each time it runs. */
export const given = <Name extends string>(name: Name): Placeholder<Name> => sql.placeholder(name);

/**
 * Returns a placeholder for the number that a prepared query looks up. Use it in queries that also sort or join. With a
 * bare parameter, SQLite plans such a query again for each new value. That costs 10 µs for a look-up of one row, and 30
 * µs for a list. Adding 0 prevents that.
 */
export const givenNumber = (name: string): SQL<number> => sql`(${given(name)} + 0)`;

/** Returns the placeholders of a prepared insert, each with the name of its column. */
export const givenEach = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, given(name)])) as { readonly [Each in Name]: Placeholder<Each> };

/**
 * Returns a placeholder that bypasses the column's encoder. Use it where Drizzle accepts no other placeholder: in the
 * `set` of an update, and in parts of SQL.
 */
export const givenRaw = (name: string): SQL => sql`${given(name)}`;
