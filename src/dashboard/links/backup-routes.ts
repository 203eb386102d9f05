import { Elysia, t } from 'elysia';
import { noteBackup } from '../../backups/index.ts';
import { hashToken } from '../../base/index.ts';
import { admissionPlugin } from '../admission.ts';
import { RestoringAnswer, SetupBackupsAnswer, SetupCheckedAnswer, SetupRestoredAnswer } from '../backups/answers.ts';
import { getBackup, inWords } from '../backups/get-backup.ts';
import type { RestoreSteps } from '../backups/restore.ts';
import { listFiles, shapeChecked } from '../backups/shape.ts';
import { takeUpload } from '../backups/upload.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { CLOSED } from '../wire.ts';
import { checkLinkNow, present, reportFor, wordNeeded } from './setup-access.ts';

const BASE = '/app/api/setup/backups';
/**
 * The header with the token of a set-up link. A file leaves no JSON to hold it, and browsers and logs would keep an
 * address.
 */
const TOKEN_HEADER = 'x-setup-token';
const Text = t.String({ maxLength: 2_000 });
const Link = t.Object({ token: Text }, CLOSED);
const Choice = t.Object({ token: Text, name: Text }, CLOSED);
const Restore = t.Object({ token: Text, name: Text, word: t.Optional(t.Literal('RESTORE')) }, CLOSED);
const ACTOR = { type: 'system', id: null } as const;

/** To begin with a backup in place of a workspace: for whoever holds the set-up link, while nobody is there. */
export function setupBackupRoutes(deps: DashboardDeps, steps: RestoreSteps) {
  const { backups } = deps;
  const admit = { who: 'anybody' } as const;
  const may = (token: string): void => checkLinkNow(deps, token);
  return new Elysia({ name: 'setup-backups' })
    .use(admissionPlugin(deps))
    .post(
      BASE,
      async ({ body, request }) => {
        may(body.token);
        return answer(deps, request, { target: backups.target, ...(await listFiles(deps)) });
      },
      { admit, body: Link, response: SetupBackupsAnswer },
    )
    .post(
      `${BASE}/verify`,
      async ({ body, request }) => {
        may(body.token);
        deps.keepOpen(request);
        const { name } = await getBackup(await inWords(() => backups.open()), body.name);
        const checked = await inWords(() => backups.check(name, 'where it lies'));
        return answer(deps, request, { name, ...shapeChecked(checked), ...present(deps) });
      },
      { admit, body: Choice, response: SetupCheckedAnswer },
    )
    .post(
      `${BASE}/upload`,
      async ({ request }) => {
        may(request.headers.get(TOKEN_HEADER) ?? '');
        deps.keepOpen(request);
        const taken = await inWords(() => takeUpload(deps, request));
        await noteBackup(
          { storage: deps.storage, actor: { ...ACTOR, requestId: deps.requestId(request) } },
          { action: 'backup.uploaded', subject: taken.address },
        );
        return answer(deps, request, { name: taken.name, ...shapeChecked(taken), ...present(deps) });
      },
      { admit: { ...admit, stream: true }, response: SetupCheckedAnswer },
    )
    .post(
      `${BASE}/restore`,
      async ({ body: { token, name: chosen, word }, request }) => {
        const stillMay = (): void => {
          may(token);
          if (present(deps).word && word === undefined) throw wordNeeded();
        };
        stillMay();
        deps.keepOpen(request);
        const { name } = await getBackup(await inWords(() => backups.open()), chosen);
        const asker = { actor: ACTOR, receipt: hashToken(token), stillMay };
        return answer(deps, request, await inWords(() => steps.begin(name, asker)));
      },
      { admit, body: Restore, response: RestoringAnswer },
    )
    .post(
      `${BASE}/restored`,
      ({ body, request }) => {
        const report = reportFor(deps, body.token);
        const underWay = steps.underWay();
        // What there is while one is under way became of another.
        return answer(deps, request, { underWay, restored: underWay ? null : report });
      },
      { admit, body: Link, response: SetupRestoredAnswer },
    );
}
