import { Elysia, t } from 'elysia';
import { noteBackup, sayTarget } from '../../backups/index.ts';
import { hashToken } from '../../base/index.ts';
import { admissionPlugin } from '../admission.ts';
import { RestoringAnswer, SetupBackupsAnswer, SetupCheckedAnswer, SetupRestoredAnswer } from '../backups/answers.ts';
import { getBackup, inWords } from '../backups/get-backup.ts';
import type { RestoreSteps } from '../backups/restore.ts';
import { listFiles, shapeChecked } from '../backups/shape.ts';
import { takeUpload } from '../backups/upload.ts';
import { answer, type DashboardDeps, keepWaiting } from '../deps.ts';
import { takeSlot } from '../slots.ts';
import { CLOSED } from '../wire.ts';
import { checkLinkNow, present, reportFor, wordNeeded } from './setup-access.ts';

const BASE = '/app/api/setup/backups';
/**
 * The header with the token of a set-up link. A file leaves no JSON to hold it, and browsers and logs would keep an
 * address.
 */
const TOKEN_HEADER = 'x-setup-token';
const admit = { who: 'anybody' } as const;
const Text = t.String({ maxLength: 2_000 });
const Link = t.Object({ token: Text }, CLOSED);
const Choice = t.Object({ token: Text, name: Text }, CLOSED);
const Restore = t.Object(
  { token: Text, name: Text, word: t.Optional(t.Literal('RESTORE')), anySeal: t.Optional(t.Boolean()) },
  CLOSED,
);
/** Whoever holds the link is one person. */
const UPLOAD = { kind: 'uploads', holder: { person: 'setup', workspace: undefined } } as const;
const ACTOR = { type: 'system', id: null } as const;

/** To begin with a backup in place of a workspace: for whoever holds the set-up link, while nobody is there. */
export function setupBackupRoutes(deps: DashboardDeps, steps: RestoreSteps) {
  const { backups } = deps;
  const may = (token: string): void => checkLinkNow(deps, token);
  return new Elysia({ name: 'setup-backups' })
    .use(admissionPlugin(deps))
    .post(
      BASE,
      async ({ body, request }) => {
        may(body.token);
        return answer(deps, request, { target: sayTarget(backups.plan().target), ...(await listFiles(deps)) });
      },
      { admit, body: Link, response: SetupBackupsAnswer },
    )
    .post(
      `${BASE}/verify`,
      async ({ body, request }) => {
        may(body.token);
        keepWaiting(deps, request);
        const { name } = await getBackup(await inWords(() => backups.open()), body.name);
        const checked = await inWords(() => backups.check(name, 'where it lies'));
        return answer(deps, request, { name, ...shapeChecked(deps, checked), ...present(deps) });
      },
      { admit, body: Choice, response: SetupCheckedAnswer },
    )
    .post(
      `${BASE}/upload`,
      async ({ request }) => {
        may(request.headers.get(TOKEN_HEADER) ?? '');
        takeSlot(deps, request, UPLOAD);
        keepWaiting(deps, request);
        const taken = await inWords(() => takeUpload(deps, request));
        const actor = { ...ACTOR, requestId: deps.requestId(request) };
        await noteBackup({ storage: deps.storage, actor }, { action: 'backup.uploaded', subject: taken.address });
        return answer(deps, request, { name: taken.name, ...shapeChecked(deps, taken), ...present(deps) });
      },
      { admit: { ...admit, stream: true }, response: SetupCheckedAnswer },
    )
    .post(
      `${BASE}/restore`,
      async ({ body: { token, name: chosen, word, anySeal = false }, request }) => {
        const stillMay = (): void => {
          may(token);
          if ((present(deps).word || anySeal) && word === undefined) throw wordNeeded();
        };
        stillMay();
        keepWaiting(deps, request);
        const { name } = await getBackup(await inWords(() => backups.open()), chosen);
        const asker = { actor: ACTOR, receipt: hashToken(token), anySeal, stillMay };
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
      { admit: { ...admit, whileHeld: true }, body: Link, response: SetupRestoredAnswer },
    );
}
