import { type Placeholder, type SQL, sql } from 'drizzle-orm';

export const given = <Name extends string>(name: Name): Placeholder<Name> => sql.placeholder(name);

/**
 * Returns a placeholder for the number that a prepared query looks up. Use it in queries that also sort or join. With a
 * bare parameter, SQLite plans such a query again for each new value. That costs 10 µs for a look-up of one row, and 30
 * µs for a list. Adding 0 prevents that.
 */
export const givenNumber = (name: string): SQL<number> => sql`(${given(name)} + 0)`;

/** Returns the LIMIT of a prepared statement. Adding 0 keeps SQLite from planning it again for each new value. */
export const limitTo = (rows: number | Placeholder): Placeholder => sql`(${rows} + 0)` as unknown as Placeholder;

export const givenEach = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, given(name)])) as { readonly [Each in Name]: Placeholder<Each> };

export const givenRaw = (name: string): SQL => sql`${given(name)}`;

/** Returns the operand of IN for any number of values. */
export const oneOf = (values: readonly (string | number)[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
