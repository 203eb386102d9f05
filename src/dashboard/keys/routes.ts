import { t } from 'elysia';
import { AppError, DAY_MS, HOUR_MS, limitOf } from '../../base/index.ts';
import { createApiKey, listApiKeys, parseScopes, revokeApiKey, rotateApiKey, SCOPES } from '../../keys/index.ts';
import { CLOSED } from '../../web/index.ts';
import { type Desk, Done, group, type MemberCtx, makeOnce, Nothing, SECRET, shown } from '../desk/index.ts';
import { KeysAnswer, MadeKey, RotatedKey } from './answers.ts';

const Text = t.String({ maxLength: 1_000 });
const NewKey = t.Object(
  { name: Text, source: Text, scopes: t.Array(t.UnionEnum(SCOPES), { minItems: 1, maxItems: SCOPES.length }) },
  CLOSED,
);
/** The hours for which the old key keeps working after its replacement. */
const Rotation = t.Object({ overlapHours: t.Union([t.Literal(0), t.Literal(24), t.Literal(168)]) }, CLOSED);

/**
 * The limit on new API keys a day. Without it, the page of keys would grow without end, because it lists revoked keys
 * too.
 */
const KEYS_A_DAY = 200;
const MADE = { tries: KEYS_A_DAY, refillMs: DAY_MS / KEYS_A_DAY };
const spendKey = ({ throttle, workspace }: MemberCtx): void =>
  throttle.spend([limitOf(`keys of ${workspace.id}`, MADE)]);

const unknownKey = (): AppError => new AppError({ rule: 'no_key' });

const BASE = '/app/api/workspaces/:workspace/keys';
export const keyRoutes = (desk: Desk) =>
  group(desk, 'keys')
    .get(
      BASE,
      ({ ctx }) => {
        const week = ctx.calls.countWeek(ctx.workspace.seq, ctx.nowMs);
        const keys = listApiKeys(ctx, { nowMs: ctx.nowMs });
        const counted = keys.map((key) => ({ ...key, callsInWeek: week.get(key.id) ?? 0 }));
        return shown(KeysAnswer.data, { keys: counted });
      },
      { owner: true, response: KeysAnswer },
    )
    .post(
      BASE,
      ({ ctx, body }) => {
        const scopes = parseScopes(body.scopes.join(',')) ?? [];
        const make = (once: MemberCtx) => {
          spendKey(once);
          return createApiKey(once, { ...body, scopes });
        };
        return makeOnce(ctx, body, make, SECRET);
      },
      { owner: { proof: true }, body: NewKey, response: MadeKey },
    )
    .post(
      `${BASE}/:id/rotate`,
      ({ ctx, body, params }) => {
        const overlapMs = body.overlapHours * HOUR_MS;
        const make = async (once: MemberCtx) => {
          spendKey(once);
          const made = await rotateApiKey(once, { id: params.id, overlapMs });
          if (made === undefined) throw unknownKey();
          return shown(RotatedKey.data, made);
        };
        return makeOnce(ctx, body, make, SECRET);
      },
      { owner: { proof: true }, body: Rotation, response: RotatedKey },
    )
    .post(
      `${BASE}/:id/revoke`,
      async ({ ctx, params }) => {
        const outcome = await revokeApiKey(ctx, params.id);
        if (outcome === 'unknown') throw unknownKey();
      },
      { owner: true, body: Nothing, response: Done },
    );
