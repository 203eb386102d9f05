import { t } from 'elysia';
import { noteBackup, sayTarget } from '../../backups/index.ts';
import { hashToken } from '../../base/index.ts';
import { enterSealKey } from '../../seal/index.ts';
import { CLOSED } from '../../web/index.ts';
import {
  KeyAnswer,
  RestoringAnswer,
  SetupBackupsAnswer,
  SetupCheckedAnswer,
  SetupRestoredAnswer,
} from '../backups/answers.ts';
import { getBackup, inWords } from '../backups/get-backup.ts';
import type { RestoreSteps } from '../backups/restore.ts';
import { SealKeyText } from '../backups/settings-routes.ts';
import { listFiles, shapeChecked } from '../backups/shape.ts';
import { takeUpload } from '../backups/upload.ts';
import { type Desk, group, keepWaiting, takeSlot } from '../desk/index.ts';
import { checkLinkNow, present, reportFor, TOKEN_HEADER, wordNeeded } from './setup-access.ts';

const BASE = '/app/api/setup/backups';
const Text = t.String({ maxLength: 2_000 });
const Link = t.Object({ token: Text }, CLOSED);
const Choice = t.Object({ token: Text, name: Text }, CLOSED);
const Restore = t.Object(
  { token: Text, name: Text, word: t.Optional(t.Literal('RESTORE')), anySeal: t.Optional(t.Boolean()) },
  CLOSED,
);
const ACTOR = { type: 'system', id: null } as const;

/**
 * Builds the routes that set up Docket from a backup. A holder of the set-up link may use them while there is no owner.
 */
export const setupBackupRoutes = (desk: Desk, steps: RestoreSteps) =>
  group(desk, 'setup-backups')
    .post(
      BASE,
      async ({ ctx, body }) => {
        checkLinkNow(ctx, body.token);
        return { target: sayTarget(ctx.backups.plan().target), ...(await listFiles(ctx)) };
      },
      { anybody: true, body: Link, response: SetupBackupsAnswer },
    )
    .post(
      `${BASE}/verify`,
      async ({ ctx, body }) => {
        checkLinkNow(ctx, body.token);
        keepWaiting(ctx);
        const { name } = await getBackup(await inWords(() => ctx.backups.open()), body.name);
        const checked = await inWords(() => ctx.backups.check(name, 'where it lies'));
        return { name, ...shapeChecked(ctx, checked), ...present(ctx) };
      },
      { anybody: true, body: Choice, response: SetupCheckedAnswer },
    )
    .post(
      `${BASE}/upload`,
      async ({ ctx }) => {
        checkLinkNow(ctx, ctx.request.headers.get(TOKEN_HEADER) ?? '');
        takeSlot(ctx, { kind: 'uploads' });
        keepWaiting(ctx);
        const taken = await inWords(() => takeUpload(ctx));
        const actor = { ...ACTOR, requestId: ctx.requestId };
        await noteBackup({ ...ctx, actor }, { action: 'backup.uploaded', subject: taken.address });
        return { name: taken.name, ...shapeChecked(ctx, taken), ...present(ctx) };
      },
      { anybody: { stream: true }, response: SetupCheckedAnswer },
    )
    .post(
      `${BASE}/restore`,
      async ({ ctx, body: { token, name: chosen, word, anySeal = false } }) => {
        const stillMay = (): void => {
          checkLinkNow(ctx, token);
          if ((present(ctx).word || anySeal) && word === undefined) throw wordNeeded();
        };
        stillMay();
        keepWaiting(ctx);
        const { name } = await getBackup(await inWords(() => ctx.backups.open()), chosen);
        const asker = { actor: ACTOR, receipt: hashToken(token), anySeal, stillMay };
        return inWords(() => steps.begin(name, asker));
      },
      { anybody: true, body: Restore, response: RestoringAnswer },
    )
    .post(
      `${BASE}/restored`,
      ({ ctx, body }) => {
        const report = reportFor(ctx, body.token);
        const underWay = steps.underWay();
        // While a restore is under way, any report is about an earlier restore, so none is returned.
        return { underWay, restored: underWay ? null : report };
      },
      { anybody: { whileHeld: true }, body: Link, response: SetupRestoredAnswer },
    );

const TypedKey = t.Object({ token: Text, sealKey: SealKeyText }, CLOSED);

/**
 * Builds the route that accepts the seal key of a recovery sheet, for a restore on a new machine. Only a
 * holder of the set-up link may use it.
 */
export const setupKeyRoutes = (desk: Desk) =>
  group(desk, 'setup-key').post(
    `${BASE}/key`,
    ({ ctx, body: { token, sealKey } }) => {
      checkLinkNow(ctx, token);
      const actor = { ...ACTOR, requestId: ctx.requestId };
      return enterSealKey({ ...ctx, actor }, { sealKey });
    },
    { anybody: true, body: TypedKey, response: KeyAnswer },
  );
