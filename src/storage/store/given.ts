import { type Placeholder, type SQL, sql } from 'drizzle-orm';

/** A value that a prepared statement is given each time it runs, by its name. */
export const given = <Name extends string>(name: Name): Placeholder<Name> => sql.placeholder(name);

/**
 * A number that a prepared query looks rows up by, where it also sorts or joins. SQLite plans such a query again each time it is given a value
 * that stands alone: 10 µs of a look-up of one row, 30 of a list. It does not look into a sum.
 */
export const givenNumber = (name: string): SQL<number> => sql`(${given(name)} + 0)`;

/** The values of a prepared insert: each column is given under its own name. */
export const givenEach = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, given(name)])) as { readonly [Each in Name]: Placeholder<Each> };

/** The same past the column's encoder, where Drizzle takes no placeholder: in the `set` of an update, in parts of SQL. */
export const givenRaw = (name: string): SQL => sql`${given(name)}`;
