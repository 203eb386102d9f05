import { Type } from '@sinclair/typebox';
import { t } from 'elysia';
import { saveBackupSettings } from '../../backups/index.ts';
import { limitOf } from '../../base/index.ts';
import { enterSealKey, showSealKey } from '../../seal/index.ts';
import { CLOSED } from '../../web/index.ts';
import { type Desk, group, type MemberCtx, Nothing } from '../desk/index.ts';
import { KeyAnswer, SavedAnswer, SheetAnswer, TestedAnswer } from './answers.ts';
import { inWords } from './get-backup.ts';
import { shapeDestination } from './shape.ts';

const BASE = '/app/api/workspaces/:workspace/backups';
const WHO = { installation: true } as const;
const PROVED = { ...WHO, proof: true } as const;
const Text = t.String({ maxLength: 1_000 });
const Store = t.Object({ endpoint: Text, region: Text, accessKey: Text, secretKey: t.Optional(Text) }, CLOSED);
const Settings = t.Object(
  {
    to: t.Optional(t.String({ maxLength: 4_000 })),
    at: t.Optional(Text),
    keep: t.Optional(Type.Integer()),
    keepDays: t.Optional(t.Union([Type.Integer(), t.Null()])),
    store: t.Optional(Store),
    anew: t.Optional(t.Boolean()),
  },
  CLOSED,
);

export const backupSettingsRoutes = (desk: Desk) =>
  group(desk, 'backup-settings')
    .post(
      `${BASE}/settings`,
      async ({ ctx, body }) => {
        beginTest(ctx);
        const { made } = await inWords(() => saveBackupSettings({ ...ctx, ...ctx.backups }, body));
        await ctx.backups.test();
        return { made };
      },
      { owner: PROVED, body: Settings, response: SavedAnswer },
    )
    .post(
      `${BASE}/test`,
      async ({ ctx }) => {
        beginTest(ctx);
        return { destination: shapeDestination(await ctx.backups.test()) };
      },
      { owner: WHO, body: Nothing, response: TestedAnswer },
    );
/** Counts a test, so that nobody can use Docket to probe one address after another. */
function beginTest({ throttle, session, keepOpen, request }: MemberCtx): void {
  throttle.spend([limitOf(`backup tests of ${session.person.id}`)]);
  keepOpen(request);
}

export const SealKeyText = t.String({ maxLength: 1_000 });

export const sealKeyRoutes = (desk: Desk) =>
  group(desk, 'seal-key')
    .post(`${BASE}/key`, ({ ctx }) => showSealKey(ctx), { owner: PROVED, body: Nothing, response: SheetAnswer })
    .post(`${BASE}/key/enter`, ({ ctx, body }) => enterSealKey(ctx, body), {
      owner: PROVED,
      body: t.Object({ sealKey: SealKeyText }, CLOSED),
      response: KeyAnswer,
    });
