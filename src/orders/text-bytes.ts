import { type Column, type SQL, sql } from 'drizzle-orm';

/** SQLite finds the lengths without reading the texts. */
export const bytesOf = (...texts: readonly (Column | SQL)[]): SQL<number> =>
  sql<number>`${sql.join(
    texts.map((text) => sql`coalesce(octet_length(${text}), 0)`),
    sql` + `,
  )}`;
