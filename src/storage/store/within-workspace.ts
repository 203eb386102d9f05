import { type Column, type SQL, sql } from 'drizzle-orm';

/**
 * Matches rows of a workspace among the rows that other conditions find. The plus stops SQLite from using an index of
 * the workspace. SQLite assumes that a workspace has only ten rows. With the index, it would read the whole workspace
 * to find three ids.
 */
export const withinWorkspace = (column: Column, workspaceSeq: number): SQL => sql`+${column} = ${workspaceSeq}`;
