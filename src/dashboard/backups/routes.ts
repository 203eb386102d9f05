import { t } from 'elysia';
import { noteBackup, sayTarget } from '../../backups/index.ts';
import { hashToken, limitOf, type Pace, tokenText } from '../../base/index.ts';
import { readCounts } from '../../storage/index.ts';
import { CLOSED } from '../../web/index.ts';
import { type Desk, Done, FileOrDone, group, keepWaiting, makeOnce, Nothing } from '../desk/index.ts';
import { BackupsAnswer, CheckedAnswer, OwnRestoringAnswer, UploadedAnswer } from './answers.ts';
import { getBackup, inWords } from './get-backup.ts';
import { backupBusy, type RestoreSteps } from './restore.ts';
import { describeBackups, shapeChecked } from './shape.ts';
import { takeUpload } from './upload.ts';

const BASE = '/app/api/workspaces/:workspace/backups';
const WHO = { installation: true } as const;
const Restore = t.Object({ word: t.Literal('RESTORE'), anySeal: t.Optional(t.Boolean()) }, CLOSED);
const Ask = t.Object({ ask: t.Optional(t.Literal('1')) }, CLOSED);
const RECEIPT_BYTES = 32;
/** The limit for manual backups. Each one reads and writes the whole database. */
const PACE: Pace = { tries: 6, refillMs: 5 * 60_000 };

export const backupRoutes = (desk: Desk, steps: RestoreSteps) =>
  group(desk, 'backups')
    .get(BASE, async ({ ctx }) => await describeBackups(ctx), {
      owner: WHO,
      response: BackupsAnswer,
    })
    .post(
      BASE,
      ({ ctx }) =>
        makeOnce(ctx, undefined, async (once) => {
          if (once.backups.busy()) throw backupBusy();
          once.throttle.spend([limitOf('backups', PACE)]);
          await noteBackup(once, { action: 'backup.made', subject: sayTarget(once.backups.plan().target) });
          // The backup is not awaited: a large one takes minutes, and the page polls for it.
          once.backups.run('hand').catch((error) => once.log.error('the backup failed', {}, error));
        }),
      { owner: { ...WHO, proof: true }, body: Nothing, response: Done },
    )
    .get(
      `${BASE}/:name/file`,
      async ({ ctx, params, query }) => {
        const shelf = await inWords(() => ctx.backups.open());
        const { name, bytes } = await getBackup(shelf, params.name);
        // A download link cannot ask for the password. So the page first asks with `ask=1` whether the server needs the
        // password.
        if (query.ask === '1') return;
        const headers = {
          'content-type': 'application/vnd.sqlite3',
          'content-length': String(bytes),
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'no-store',
        };
        if (ctx.request.method === 'HEAD') return new Response(null, { headers });
        ctx.keepOpen(ctx.request);
        await noteBackup(ctx, { action: 'backup.downloaded', subject: shelf.addressOf(name) });
        const transform = (part: Uint8Array, to: TransformStreamDefaultController<Uint8Array>): void => {
          ctx.stillMay();
          to.enqueue(part);
        };
        return new Response(shelf.read(name).pipeThrough(new TransformStream({ transform })), { headers });
      },
      { owner: { ...WHO, proof: true }, query: Ask, response: FileOrDone },
    )
    .post(
      `${BASE}/:name/verify`,
      async ({ ctx, params }) => {
        keepWaiting(ctx);
        const { name } = await getBackup(await inWords(() => ctx.backups.open()), params.name);
        const checked = await inWords(() => ctx.backups.check(name, 'where it lies'));
        ctx.stillMay();
        return { ...shapeChecked(ctx, checked), now: readCounts(ctx.storage.path) };
      },
      { owner: WHO, body: Nothing, response: CheckedAnswer },
    )
    .post(
      `${BASE}/upload`,
      async ({ ctx }) => {
        keepWaiting(ctx);
        const taken = await inWords(() => takeUpload(ctx));
        await noteBackup(ctx, { action: 'backup.uploaded', subject: taken.address });
        return shapeChecked(ctx, taken);
      },
      { owner: { ...WHO, proof: true, slot: 'uploads', stream: true }, response: UploadedAnswer },
    )
    .post(
      `${BASE}/:name/restore`,
      async ({ ctx, body, params }) => {
        keepWaiting(ctx);
        const { name } = await getBackup(await inWords(() => ctx.backups.open()), params.name);
        const actor = { type: 'person', id: ctx.session.person.id };
        // The restore ends the reader's session. With this token, the page can still get the outcome of the restore.
        // The token also opens the page that reviews the backup's people and programs.
        const token = tokenText(ctx.random.bytes(RECEIPT_BYTES));
        const { stillMay } = ctx;
        const asker = { actor, receipt: hashToken(token), anySeal: body.anySeal === true, stillMay };
        return { ...(await inWords(() => steps.begin(name, asker))), token };
      },
      { owner: { ...WHO, proof: true }, body: Restore, response: OwnRestoringAnswer },
    );
