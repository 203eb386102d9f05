import { type Placeholder, type SQL, sql } from 'drizzle-orm';

/** A value that a prepared statement is given each time it runs, by its name. */
export const given = <Name extends string>(name: Name): Placeholder<Name> => sql.placeholder(name);

/** The values of a prepared insert: each column is given under its own name. */
export const givenEach = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, given(name)])) as { readonly [Each in Name]: Placeholder<Each> };

/** The same past the column's encoder, where Drizzle takes no placeholder: in the `set` of an update, in parts of SQL. */
export const givenRaw = (name: string): SQL => sql`${given(name)}`;
