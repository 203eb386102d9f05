import { Elysia, t } from 'elysia';
import { AppError, toIso, toIsoOrNull } from '../../base/index.ts';
import { createApiKey, listApiKeys, parseScopes, revokeApiKey, SCOPES } from '../../workspaces/index.ts';
import { admissionPlugin, memberOf, signedOf } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';

const Text = t.String({ maxLength: 1_000 });
const NewKey = t.Object(
  { name: Text, source: Text, scopes: t.Array(t.UnionEnum(SCOPES), { minItems: 1, maxItems: SCOPES.length }) },
  { additionalProperties: false },
);
const Nothing = t.Object({}, { additionalProperties: false });

const BASE = '/app/api/workspaces/:workspace/keys';
/** API keys of a workspace, by its owners alone; a key is shown once, in the answer that made it. */
export function keyRoutes(deps: DashboardDeps) {
  const { storage, world } = deps;
  return new Elysia({ name: 'keys' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ request }) => {
        const keys = listApiKeys(storage, memberOf(request).workspace).map((key) => ({
          ...key,
          createdAt: toIso(key.createdAt),
          revokedAt: toIsoOrNull(key.revokedAt),
          lastUsedAt: toIsoOrNull(key.lastUsedAt),
        }));
        return answer(deps, request, { keys });
      },
      { admit: { who: 'owner' } },
    )
    .post(
      BASE,
      async ({ body, request }) => {
        const scopes = parseScopes(body.scopes.join(',')) ?? [];
        const { workspace } = memberOf(request);
        const input = { name: body.name, source: body.source, scopes };
        return answer(
          deps,
          request,
          await createApiKey(storage, world.random, workspace, input, signedOf(request).actor),
        );
      },
      { admit: { who: 'owner', proof: true }, body: NewKey },
    )
    .post(
      `${BASE}/:id/revoke`,
      async ({ request, params }) => {
        const { workspace } = memberOf(request);
        const outcome = await revokeApiKey(storage, workspace, params.id, signedOf(request).actor);
        if (outcome === 'unknown') throw new AppError('not_found', 'There is no such key in this workspace.');
        return answer(deps, request, {});
      },
      { admit: { who: 'owner' }, body: Nothing },
    );
}
