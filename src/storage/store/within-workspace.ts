import { type Column, type SQL, sql } from 'drizzle-orm';

/**
 * Matches rows of a workspace among those that other conditions find. The plus stops SQLite from using an index of the
 * workspace. SQLite assumes ten rows in a workspace, and would read all of them to find three ids.
 */
export const withinWorkspace = (column: Column, workspaceSeq: number): SQL => sql`+${column} = ${workspaceSeq}`;
