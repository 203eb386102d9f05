import type { Command } from 'commander';
import { DAY_MS, UsageError } from '../base/index.ts';
import { listOrders } from '../orders/index.ts';
import { hasPeople, setUp } from '../people/index.ts';
import { openForCommand, type Storage, whenFree } from '../storage/index.ts';
import { type Ctx, updateWorkspace, type Workspace } from '../workspaces/index.ts';
import { addCommand, addWorkspaceFlag, COMMAND_ACTOR, getWorkspace } from './command.ts';
import { makeDemoActors } from './demo-actors.ts';
import { addDemoEndpoints, makeDemoAttempts } from './demo-attempts.ts';
import { DEMO_SLOTS, fillWithDemo } from './demo-data.ts';
import { DEMO_WORDS } from './demo-words.ts';
import { dataDirOf } from './flags.ts';
import { languageOf, type Shell } from './shell.ts';

const DEMO_EMAIL = 'demo@example.com';
const PASSWORD_BYTES = 9;
/** A day more than the age of the demo's oldest orders. */
const STORY_MS = 46 * DAY_MS;

export function addDemo(program: Command, shell: Shell): void {
  const help = 'fill an empty workspace with realistic orders, inquiries, payments and webhook attempts';
  const command = addCommand(program, shell, 'demo', help, async (run) => {
    const { world } = shell;
    // The demo's changes get their times from this clock. It runs from `STORY_MS` ago to now.
    const endsMs = world.clock.now();
    let nowMs = endsMs - STORY_MS;
    const named = run.flags.text('workspace');
    const options = { dataDir: dataDirOf(shell, run.flags), now: () => nowMs, newId: world.newId };
    const absent = named === undefined ? 'create' : 'refuse';
    const storage = await whenFree(world.clock, () => openForCommand(options, run.holder, absent));
    try {
      const password = named === undefined ? await makeOwner(storage, shell) : undefined;
      const workspace = getWorkspace(storage, named);
      refuseUsed(storage, workspace);
      const setClock = (ms: number): void => {
        nowMs = ms;
      };
      const ctx = contextOf(storage, workspace);
      await updateWorkspace(ctx, { slots: DEMO_SLOTS });
      const actors = await makeDemoActors(storage, workspace, world, () => nowMs);
      const endpoints = await addDemoEndpoints(ctx, world.random);
      const filled = await fillWithDemo(actors, { nowMs: endsMs, timeZone: workspace.timeZone }, setClock);
      const made = { ...filled, attempts: await makeDemoAttempts(ctx, endpoints, nowMs) };
      await actors.end();
      const login = password === undefined ? [] : [`owner ${DEMO_EMAIL}, password ${password}`];
      run.print(
        { workspaceId: workspace.id, ...made, ...(password === undefined ? {} : { email: DEMO_EMAIL, password }) },
        [
          `${made.orders} orders, ${made.payments} payments, ${made.inquiries} inquiries and ${made.attempts} webhook attempts are in workspace ${workspace.id}`,
          'its three API keys are revoked, and what they were was shown to nobody: no key of the demo opens anything',
          'of its three webhook endpoints one is off and one suspended; the third tries an address that exists nowhere, so nothing is sent to anybody',
          ...login,
        ],
      );
    } finally {
      await storage.close();
    }
  });
  addWorkspaceFlag(command);
}

/** @returns the owner's password; undefined if there were people already */
async function makeOwner(storage: Storage, shell: Shell): Promise<string | undefined> {
  if (hasPeople(storage)) return undefined;
  const password = shell.world.random.bytes(PASSWORD_BYTES).toBase64({ alphabet: 'base64url' });
  const language = languageOf(shell);
  const workspace = { name: DEMO_WORDS[language].shop, plan: 'pro' as const, timeZone: 'Europe/Moscow' };
  await setUp({ storage, actor: COMMAND_ACTOR }, { workspace, email: DEMO_EMAIL, password, language });
  return password;
}

function contextOf(storage: Storage, workspace: Workspace): Ctx {
  return { storage, workspace, source: 'demo', actor: COMMAND_ACTOR, requestId: null };
}

function refuseUsed(storage: Storage, workspace: Workspace): void {
  if (listOrders(contextOf(storage, workspace), { limit: 1 }).orders.length === 0) return;
  throw new UsageError('this workspace has orders already; the demo fills only an empty one', 1);
}
