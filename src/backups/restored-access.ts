import { listApiKeys, revokeApiKey } from '../keys/index.ts';
import {
  countPasskeys,
  findPersonByEmail,
  isFactorLost,
  listInvitations,
  listLostFactors,
  listPeople,
  removePerson,
} from '../people/index.ts';
import type { Storage } from '../storage/index.ts';
import { listEndpoints, listLostEndpoints, removeEndpoint } from '../webhooks/index.ts';
import { listWorkspaces, type WorkspaceCtx } from '../workspaces/index.ts';

export type RestoredAccess = ReturnType<typeof listRestoredAccess>;

export function listRestoredAccess(storage: Storage, nowMs: number) {
  return listWorkspaces(storage).map((workspace) => {
    const ctx = { storage, workspace };
    const keys = listApiKeys(ctx, { nowMs }).filter(({ state }) => state !== 'revoked');
    const people = [...listPeople(storage, workspace), ...listInvitations(ctx, { nowMs })];
    return {
      workspace,
      people: people.map(({ id, email, name, role, pending, hasSecondFactor }) => {
        const seq = pending ? undefined : findPersonByEmail(storage.read, email)?.seq;
        const passkeys = seq === undefined ? 0 : countPasskeys(storage, seq);
        const isLost = seq !== undefined && isFactorLost(storage, seq);
        return { id, email, name, role, pending, hasSecondFactor, isLost, passkeys };
      }),
      keys: keys.map(({ id, name, source, scopes, lastUsedAt }) => ({ id, name, source, scopes, lastUsedAt })),
      endpoints: listEndpoints(storage, workspace).map(({ id, url, enabled, secretLost }) => ({
        id,
        url,
        enabled,
        isLost: secretLost,
      })),
    };
  });
}

/**
 * Lists the secrets that no seal key of this installation opens, and that must be set up again: second factors and the
 * secrets of endpoints.
 */
export const listLost = (storage: Pick<Storage, 'read' | 'secrets'>) => ({
  factors: listLostFactors(storage),
  endpoints: listLostEndpoints(storage),
});

/**
 * Each function removes one item for good, by its id. An API key or endpoint that is already gone is no error.
 * @throws not_found, last_owner
 */
export const STRIKES = { person: removePerson, key: revokeApiKey, endpoint: removeEndpoint } satisfies Record<
  string,
  (ctx: WorkspaceCtx, id: string) => Promise<unknown>
>;
