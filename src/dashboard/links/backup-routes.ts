import { Elysia, t } from 'elysia';
import { type AppError, hashToken, validationFailed } from '../../base/index.ts';
import { checkSetupLink, LINK_LIFETIME_MS } from '../../people/index.ts';
import { readCounts } from '../../storage/index.ts';
import { findFirstWorkspace, writeAudit } from '../../workspaces/index.ts';
import { admissionPlugin } from '../admission.ts';
import { RestoringAnswer, SetupBackupsAnswer, SetupCheckedAnswer, SetupRestoredAnswer } from '../backups/answers.ts';
import { findBackup, inWords } from '../backups/find-backup.ts';
import type { RestoreSteps } from '../backups/restore.ts';
import { listFiles, shapeChecked, shapeReport } from '../backups/shape.ts';
import { takeUpload } from '../backups/upload.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { CLOSED } from '../wire.ts';

const BASE = '/app/api/setup/backups';
/** With a file there is no JSON that could hold the token, and an address would be kept by browsers and logs. */
const TOKEN_HEADER = 'x-setup-token';
const Text = t.String({ maxLength: 2_000 });
const Link = t.Object({ token: Text }, CLOSED);
const Choice = t.Object({ token: Text, name: Text }, CLOSED);
const Restore = t.Object({ token: Text, name: Text, word: t.Optional(t.Literal('RESTORE')) }, CLOSED);
const ACTOR = { type: 'system', id: null } as const;

/** To begin with a backup in place of a workspace: for whoever holds the set-up link, while nobody is there. */
export function setupBackupRoutes(deps: DashboardDeps, steps: RestoreSteps) {
  const { backups, storage, world } = deps;
  const admit = { who: 'anybody' } as const;
  const may = (token: string): void => checkSetupLink(storage, token, world.clock.now());
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
        const { name } = await findBackup(await inWords(() => backups.open()), body.name);
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
        await note(deps, request, taken.address);
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
        const { name } = await findBackup(await inWords(() => backups.open()), chosen);
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

/** What is here already, and whether so much of it that the word is to be typed. */
function present({ storage }: DashboardDeps) {
  const now = readCounts(storage.path);
  return { now, word: now === null || (now['orders'] ?? 0) + (now['inquiries'] ?? 0) > 0 };
}

const wordNeeded = (): AppError => validationFailed([{ path: 'word', rule: 'restore_word' }]);

/**
 * What became of the restore that this link began: to it alone, for as long as a link lives, though a restore that went well
 * took the link away with the database that it stood in. Null when it began none.
 */
function reportFor({ backups, storage, world }: DashboardDeps, token: string) {
  const { restored } = backups;
  const nowMs = world.clock.now();
  if (restored?.receipt === hashToken(token) && nowMs - restored.at < LINK_LIFETIME_MS) return shapeReport(restored);
  checkSetupLink(storage, token, nowMs);
  return null;
}

/** Mostly there is no workspace yet, and no history. */
async function note(deps: DashboardDeps, request: Request, subject: string): Promise<void> {
  const actor = { ...ACTOR, requestId: deps.requestId(request) };
  const first = findFirstWorkspace(deps.storage.read);
  if (first === undefined) return;
  await deps.storage.write((tx) =>
    writeAudit(tx, { workspaceSeq: first.seq, actor, action: 'backup.uploaded', subject }),
  );
}
