import { Elysia, t } from 'elysia';
import { enterSealKey, showSealKey } from '../../seal/index.ts';
import { CLOSED } from '../../web/index.ts';
import { type Desk, Nothing } from '../desk/index.ts';
import { KeyAnswer, SheetAnswer } from './answers.ts';

const BASE = '/app/api/workspaces/:workspace/backups/key';
const owner = { installation: true, proof: true } as const;
/** The lines of a recovery sheet, however they were typed. */
export const SealKeyText = t.String({ maxLength: 1_000 });

/** The key that seals backups and secrets. An owner prints or saves it, and types it in on another machine. */
export const sealKeyRoutes = (desk: Desk) =>
  new Elysia({ name: 'seal-key' })
    .use(desk)
    .post(BASE, ({ ctx }) => showSealKey(ctx), { owner, body: Nothing, response: SheetAnswer })
    .post(`${BASE}/enter`, ({ ctx, body }) => enterSealKey(ctx, body), {
      owner,
      body: t.Object({ sealKey: SealKeyText }, CLOSED),
      response: KeyAnswer,
    });
