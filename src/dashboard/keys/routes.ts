import { Elysia, t } from 'elysia';
import { AppError, HOUR_MS, toIso, toIsoOrNull } from '../../base/index.ts';
import { createApiKey, listApiKeys, parseScopes, revokeApiKey, rotateApiKey, SCOPES } from '../../keys/index.ts';
import type { Storage } from '../../storage/index.ts';
import { admissionPlugin, memberOf } from '../admission.ts';
import { ctxOf, momentOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { answerOnce, SECRET } from '../make-once.ts';
import { Done, Nothing } from '../wire.ts';
import { KeysAnswer, MadeKey, RotatedKey } from './answers.ts';

const Text = t.String({ maxLength: 1_000 });
const NewKey = t.Object(
  { name: Text, source: Text, scopes: t.Array(t.UnionEnum(SCOPES), { minItems: 1, maxItems: SCOPES.length }) },
  { additionalProperties: false },
);
/** Hours for which the old key works beside the new one. */
const Rotation = t.Object(
  { overlapHours: t.Union([t.Literal(0), t.Literal(24), t.Literal(168)]) },
  { additionalProperties: false },
);

const unknownKey = (): AppError => new AppError({ rule: 'no_key' });

const BASE = '/app/api/workspaces/:workspace/keys';
/** API keys of a workspace, by its owners alone; a key is shown once, in the answer that made it. */
export function keyRoutes(deps: DashboardDeps) {
  const { storage, calls } = deps;
  return new Elysia({ name: 'keys' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ request }) => {
        const { workspace } = memberOf(request);
        const nowMs = momentOf(deps, request);
        const week = calls.countWeek(workspace.seq, nowMs);
        const keys = listApiKeys({ storage, workspace }, { nowMs }).map((key) => ({
          ...key,
          callsInWeek: week.get(key.id) ?? 0,
          createdAt: toIso(key.createdAt),
          revokedAt: toIsoOrNull(key.revokedAt),
          lastUsedAt: toIsoOrNull(key.lastUsedAt),
        }));
        return answer(deps, request, { keys });
      },
      { admit: { who: 'owner' }, response: KeysAnswer },
    )
    .post(
      BASE,
      async ({ body, request }) => {
        const scopes = parseScopes(body.scopes.join(',')) ?? [];
        const input = { name: body.name, source: body.source, scopes };
        const make = (once: Storage) => createApiKey({ ...ctxOf(deps, request), storage: once }, input);
        return answerOnce(deps, { request, body }, make, SECRET);
      },
      { admit: { who: 'owner', proof: true }, body: NewKey, response: MadeKey },
    )
    .post(
      `${BASE}/:id/rotate`,
      async ({ body, request, params }) => {
        const overlapMs = body.overlapHours * HOUR_MS;
        const make = async (once: Storage) => {
          const made = await rotateApiKey({ ...ctxOf(deps, request), storage: once }, { id: params.id, overlapMs });
          if (made === undefined) throw unknownKey();
          return { ...made, previousValidUntil: toIso(made.previousValidUntil) };
        };
        return answerOnce(deps, { request, body }, make, SECRET);
      },
      { admit: { who: 'owner', proof: true }, body: Rotation, response: RotatedKey },
    )
    .post(
      `${BASE}/:id/revoke`,
      async ({ request, params }) => {
        const outcome = await revokeApiKey(ctxOf(deps, request), params.id);
        if (outcome === 'unknown') throw unknownKey();
        return answer(deps, request, {});
      },
      { admit: { who: 'owner' }, body: Nothing, response: Done },
    );
}
