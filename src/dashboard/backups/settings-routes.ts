import { Elysia, t } from 'elysia';
import { saveBackupSettings } from '../../backups/index.ts';
import { limitOf } from '../../base/index.ts';
import { admissionPlugin, signedOf } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { CLOSED, Nothing } from '../wire.ts';
import { SavedAnswer, TestedAnswer } from './answers.ts';
import { inWords } from './get-backup.ts';
import { shapeDestination } from './shape.ts';

const BASE = '/app/api/workspaces/:workspace/backups';
const WHO = { who: 'owner', installation: true } as const;
const Text = t.String({ maxLength: 1_000 });
const Store = t.Object({ endpoint: Text, region: Text, accessKey: Text, secretKey: t.Optional(Text) }, CLOSED);
const Settings = t.Object(
  {
    to: t.Optional(t.String({ maxLength: 4_000 })),
    at: t.Optional(Text),
    keep: t.Optional(t.Integer()),
    keepDays: t.Optional(t.Union([t.Integer(), t.Null()])),
    store: t.Optional(Store),
    anew: t.Optional(t.Boolean()),
  },
  CLOSED,
);

/** Where backups go, when, and how many stay: set on the page, for the owners of the installation. */
export function backupSettingsRoutes(deps: DashboardDeps) {
  const { backups, storage, world, throttle } = deps;
  // Docket must not be made to knock at one address after the other.
  const spend = (request: Request) =>
    throttle.spend([limitOf(`backup tests of ${signedOf(request).session.person.id}`)]);
  return new Elysia({ name: 'backup-settings' })
    .use(admissionPlugin(deps))
    .post(
      `${BASE}/settings`,
      async ({ body, request }) => {
        spend(request);
        deps.keepOpen(request);
        const { given, dataDir, tryOut } = backups;
        const ctx = { storage, random: world.random, actor: signedOf(request).actor, given, dataDir, tryOut };
        const { made } = await inWords(() => saveBackupSettings(ctx, body));
        await backups.test();
        return answer(deps, request, { made });
      },
      { admit: { ...WHO, proof: true }, body: Settings, response: SavedAnswer },
    )
    .post(
      `${BASE}/test`,
      async ({ request }) => {
        spend(request);
        deps.keepOpen(request);
        return answer(deps, request, { destination: shapeDestination(await backups.test()) });
      },
      { admit: WHO, body: Nothing, response: TestedAnswer },
    );
}
