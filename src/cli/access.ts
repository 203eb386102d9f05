import type { Command } from 'commander';
import { listRestoredAccess, type RestoredAccess, STRIKES } from '../backups/index.ts';
import { toIso, toIsoOrNull, UsageError } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { accessHeldAt, openAccess } from '../workspaces/index.ts';
import { addStoreCommand, COMMAND_ACTOR, listing, type Run } from './command.ts';
import type { Shell } from './shell.ts';

export function addAccess(program: Command, shell: Shell): void {
  const group = program
    .command('access')
    .description('people, API keys and webhook endpoints that a restored backup lets in');
  addStoreCommand(group, shell, 'list', 'show people, API keys and webhook endpoints', async (run, storage) => {
    const { document, lines } = describeAccess(storage, run.shell.world.clock.now());
    const heldAt = accessHeldAt(storage.read);
    const held = heldAt === undefined ? NOTHING_HELD : `held since ${toIso(heldAt)}: nobody gets in. ${HOW}`;
    run.print({ heldAt: toIsoOrNull(heldAt ?? null), ...document }, [...lines, held]);
  });
  const strike = addStoreCommand(group, shell, 'strike', 'remove one of them from the list for good', strikeOne);
  strike.argument('<id>', 'of a person, a key or an endpoint');
  addStoreCommand(group, shell, 'open', 'let in all that are left on the list', async (run, storage) => {
    const opened = await openAccess({ storage, actor: COMMAND_ACTOR });
    run.print({ opened }, [opened ? 'everybody on the list gets in from now on' : NOTHING_HELD]);
  });
}

const NOTHING_HELD = 'nothing is held: everybody on the list gets in';
const HOW = 'docket access strike ID takes one away, docket access open lets the others in';

/** Puts the id into the first column, because `docket access strike ID` needs it. */
export function describeAccess(storage: Storage, nowMs: number) {
  const found = listRestoredAccess(storage, nowMs);
  const workspaces = found.map(({ workspace: { id, name }, ...access }) => ({ id, name, ...access }));
  const rows = found.flatMap(rowsOf);
  return {
    document: { workspaces },
    lines: listing(['id', 'what', 'who', 'may', 'workspace'], rows, 'nobody and nothing'),
  };
}

/**
 * The notes on a secret that no seal key of this installation can decrypt. Somebody must set up the secret again, or
 * enter its seal key with `docket seal enter`.
 */
const LOST_FACTOR = ' (codes cannot be checked: recovery codes alone are taken)';
const LOST_SECRET = ' (secret lost: docket webhook rotate ID makes another)';

const rowsOf = ({ workspace: { name: of }, people, keys, endpoints }: RestoredAccess[number]): string[][] => [
  ...people.map(({ id, email, role, pending, passkeys, isLost }) => {
    const more = `${passkeys > 0 ? ` (passkeys: ${passkeys})` : ''}${isLost ? LOST_FACTOR : ''}`;
    return [id, pending ? 'invitation' : 'person', email + more, role, of];
  }),
  ...keys.map(({ id, name, source, scopes }) => [id, 'key', `${source}: ${name}`, scopes.join(), of]),
  ...endpoints.map(({ id, url, enabled, isLost }) => [
    id,
    'endpoint',
    url + (isLost ? LOST_SECRET : ''),
    enabled ? 'on' : 'off',
    of,
  ]),
];

async function strikeOne(run: Run, storage: Storage): Promise<void> {
  const [id = ''] = run.args;
  const found = listRestoredAccess(storage, run.shell.world.clock.now()).flatMap(
    ({ workspace, people, keys, endpoints }) => [
      ...people.map((it) => ({ workspace, id: it.id, kind: 'person' as const })),
      ...keys.map((it) => ({ workspace, id: it.id, kind: 'key' as const })),
      ...endpoints.map((it) => ({ workspace, id: it.id, kind: 'endpoint' as const })),
    ],
  );
  // A person in several workspaces is in `found` once for each. The person loses access to all of these workspaces.
  const struck = found.filter((it) => it.id === id);
  if (struck.length === 0)
    throw new UsageError(`nothing on the list has the id ${id}; docket access list shows them`, 1);
  for (const { workspace, kind } of struck) await STRIKES[kind]({ storage, workspace, actor: COMMAND_ACTOR }, id);
  run.print({ struck: id }, [`${id} gets in no more`]);
}
