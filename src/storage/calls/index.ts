/**
 * The log of calls, a file of its own beside the database: the calls of 30 days with their callers.
 * Must never: hold a body, a query or a secret, or make an answer wait.
 */
export { type CallLog, type CallRow, callLogPath, openCallLog } from './call-log.ts';
export { type NewCall, NO_WORKSPACE } from './call-statements.ts';
