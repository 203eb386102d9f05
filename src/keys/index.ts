/**
 * API keys: authentication and scopes of callers; creating, replacing and revoking keys; the log of calls. Must never:
 * depend on a person's session, or show a secret a second time.
 */
export { authenticate, type Caller, findEndedKey, findWorkspaceOfKey, recordKeyUse } from './authenticate.ts';
export { createApiKey } from './create-api-key.ts';
export type { KeyState } from './key-state.ts';
export { listApiKeys } from './list-api-keys.ts';
export { createRecentCalls, type KeyRefusal, type RecentCalls } from './recent-calls.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { rotateApiKey } from './rotate-api-key.ts';
export { parseScopes, SCOPES, type Scope } from './scopes.ts';
export { listSourceNames } from './source-names.ts';
