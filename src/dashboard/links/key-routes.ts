import { Elysia, t } from 'elysia';
import { enterSealKey } from '../../seal/index.ts';
import { CLOSED } from '../../web/index.ts';
import { KeyAnswer } from '../backups/answers.ts';
import { SealKeyText } from '../backups/key-routes.ts';
import type { Desk } from '../desk/index.ts';
import { checkLinkNow } from './setup-access.ts';

const TypedKey = t.Object({ token: t.String({ maxLength: 2_000 }), sealKey: SealKeyText }, CLOSED);

/**
 * Accepts the key of a recovery sheet on a new machine before its backup is restored. It is for holders of the set-up
 * link.
 */
export const setupKeyRoutes = (desk: Desk) =>
  new Elysia({ name: 'setup-key' }).use(desk).post(
    '/app/api/setup/backups/key',
    ({ ctx, body: { token, sealKey } }) => {
      checkLinkNow(ctx, token);
      const actor = { type: 'system', id: null, requestId: ctx.requestId } as const;
      return enterSealKey({ ...ctx, actor }, { sealKey });
    },
    { anybody: true, body: TypedKey, response: KeyAnswer },
  );
