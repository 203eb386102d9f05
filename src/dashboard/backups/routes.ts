import { Elysia, t } from 'elysia';
import { noteBackup, sayTarget } from '../../backups/index.ts';
import { hashToken, limitOf, type Pace, tokenText } from '../../base/index.ts';
import { readCounts } from '../../storage/index.ts';
import { admissionPlugin, signedOf } from '../admission.ts';
import { ctxOf } from '../context.ts';
import { answer, type DashboardDeps, keepWaiting } from '../deps.ts';
import { answerOnce } from '../make-once.ts';
import { CLOSED, Done, FileOrDone, Nothing } from '../wire.ts';
import { BackupsAnswer, CheckedAnswer, OwnRestoringAnswer, UploadedAnswer } from './answers.ts';
import { getBackup, inWords } from './get-backup.ts';
import { backupBusy, type RestoreSteps } from './restore.ts';
import { describeBackups, shapeChecked } from './shape.ts';
import { takeUpload } from './upload.ts';

const BASE = '/app/api/workspaces/:workspace/backups';
const WHO = { who: 'owner', installation: true } as const;
/** The word is typed by whoever means it; the server asks for it as well. */
const Restore = t.Object({ word: t.Literal('RESTORE'), anySeal: t.Optional(t.Boolean()) }, CLOSED);
const Ask = t.Object({ ask: t.Optional(t.Literal('1')) }, CLOSED);
const RECEIPT_BYTES = 32;
/** By hand: each reads and writes the whole database. */
const PACE: Pace = { tries: 6, refillMs: 5 * 60_000 };

/** The backups of the whole installation, for the owners of its first workspace. */
export function backupRoutes(deps: DashboardDeps, steps: RestoreSteps) {
  const { backups } = deps;
  return new Elysia({ name: 'backups' })
    .use(admissionPlugin(deps))
    .get(BASE, async ({ request }) => answer(deps, request, await describeBackups(deps)), {
      admit: WHO,
      response: BackupsAnswer,
    })
    .post(
      BASE,
      async ({ request }) => {
        return answerOnce(deps, { request }, async (storage) => {
          if (backups.busy()) throw backupBusy();
          deps.throttle.spend([limitOf('backups', PACE)]);
          await noteBackup(
            { ...ctxOf(deps, request), storage },
            { action: 'backup.made', subject: sayTarget(backups.plan().target) },
          );
          // Not waited for: a large one takes minutes, and the page looks after it.
          backups.run('hand').catch((error) => deps.world.log.error('the backup failed', {}, error));
          return {};
        });
      },
      { admit: { ...WHO, proof: true }, body: Nothing, response: Done },
    )
    .get(
      `${BASE}/:name/file`,
      async ({ params, query, request }) => {
        const shelf = await inWords(() => backups.open());
        const { name, bytes } = await getBackup(shelf, params.name);
        // A link that is followed could not ask for the password: the page looks first whether it is needed.
        if (query.ask === '1') return answer(deps, request, {});
        const headers = {
          'content-type': 'application/vnd.sqlite3',
          'content-length': String(bytes),
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'no-store',
        };
        if (request.method === 'HEAD') return new Response(null, { headers });
        deps.keepOpen(request);
        await noteBackup(ctxOf(deps, request), { action: 'backup.downloaded', subject: shelf.addressOf(name) });
        return new Response(shelf.read(name), { headers });
      },
      { admit: { ...WHO, proof: true }, query: Ask, response: FileOrDone },
    )
    .post(
      `${BASE}/:name/verify`,
      async ({ params, request }) => {
        keepWaiting(deps, request);
        const { name } = await getBackup(await inWords(() => backups.open()), params.name);
        const checked = await inWords(() => backups.check(name, 'where it lies'));
        return answer(deps, request, { ...shapeChecked(deps, checked), now: readCounts(deps.storage.path) });
      },
      { admit: WHO, body: Nothing, response: CheckedAnswer },
    )
    .post(
      `${BASE}/upload`,
      async ({ request }) => {
        keepWaiting(deps, request);
        const taken = await inWords(() => takeUpload(deps, request));
        await noteBackup(ctxOf(deps, request), { action: 'backup.uploaded', subject: taken.address });
        return answer(deps, request, shapeChecked(deps, taken));
      },
      { admit: { ...WHO, proof: true, slot: 'uploads', stream: true }, response: UploadedAnswer },
    )
    .post(
      `${BASE}/:name/restore`,
      async ({ body, params, request }) => {
        keepWaiting(deps, request);
        const { name } = await getBackup(await inWords(() => backups.open()), params.name);
        const actor = { type: 'person', id: signedOf(request).session.person.id };
        // Their session ends with the restore: by this they hear what became of it, and go through the list where there is one.
        const token = tokenText(deps.world.random.bytes(RECEIPT_BYTES));
        const asker = { actor, receipt: hashToken(token), anySeal: body.anySeal === true, stillMay: () => undefined };
        return answer(deps, request, { ...(await inWords(() => steps.begin(name, asker))), token });
      },
      { admit: { ...WHO, proof: true }, body: Restore, response: OwnRestoringAnswer },
    );
}
