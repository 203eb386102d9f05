import { type Column, type SQL, sql } from 'drizzle-orm';

/**
 * True of a workspace's rows, among those that other conditions find. The plus keeps SQLite from an index of the
 * workspace. It believes that a workspace has ten rows, and would read all of them for three ids.
 */
export const withinWorkspace = (column: Column, workspaceSeq: number): SQL => sql`+${column} = ${workspaceSeq}`;
