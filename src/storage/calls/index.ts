/**
 * The log of calls, in a separate file next to the database: the recent calls with their callers. Must never: contain a
 * body, a query or a secret, or make an answer wait.
 */
export { type CallLog, type CallQuery, type CallRow, callLogPath, openCallLog } from './call-log.ts';
export { type NewCall, NO_WORKSPACE } from './call-statements.ts';
export type { KnownWorkspace } from './match-workspaces.ts';
