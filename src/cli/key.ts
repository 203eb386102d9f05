import type { Command } from 'commander';
import { toIso, toIsoOrNull, UsageError } from '../base/index.ts';
import {
  createApiKey,
  findWorkspaceOfKey,
  type KeyState,
  listApiKeys,
  parseScopes,
  revokeApiKey,
  SCOPES,
} from '../keys/index.ts';
import {
  addCommand,
  addStoreCommand,
  addWorkspaceFlag,
  COMMAND_ACTOR,
  getWorkspace,
  getWorkspaceOf,
  listing,
  withStorage,
} from './command.ts';
import { addFlag } from './flags.ts';
import type { Shell } from './shell.ts';

export function addKey(program: Command, shell: Shell): void {
  const group = program.command('key').description('API keys');
  addCreate(group, shell);
  addList(group, shell);
  addRevoke(group, shell);
}

function addCreate(group: Command, shell: Shell): void {
  const command = addCommand(group, shell, 'create', 'make an API key and show it, once', async (run) => {
    const { flags } = run;
    const text = flags.text('scopes') ?? 'all';
    const scopes = parseScopes(text);
    if (scopes === undefined) throw new UsageError(`--scopes: "${text}" is not all, or a list of ${SCOPES.join(', ')}`);
    const source = flags.required('source');
    const input = { name: flags.text('name') ?? source, source, scopes };
    const created = await withStorage(run, (storage) => {
      const workspace = getWorkspace(storage, flags.text('workspace'));
      return createApiKey({ storage, random: shell.world.random, workspace, actor: COMMAND_ACTOR }, input);
    });
    run.print(created, [
      `key ${created.key}`,
      `id ${created.id}  source ${created.source}  scopes ${created.scopes.join(', ')}`,
      'It is shown this once: keep it where the shop keeps its secrets.',
    ]);
  });
  addWorkspaceFlag(command);
  addFlag(command, 'name', 'name', 'what the key is called; default its source');
  addFlag(command, 'source', 'slug', 'whose orders the key makes: a-z, 0-9 and "-", up to 64');
  addFlag(command, 'scopes', 'list', `all (the default), or a list of ${SCOPES.join(', ')}`);
}

interface KeyLine {
  readonly state: KeyState;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

function addList(group: Command, shell: Shell): void {
  const help = 'show the keys, without their secrets';
  const command = addStoreCommand(group, shell, 'list', help, async (run, storage) => {
    const workspace = getWorkspace(storage, run.flags.text('workspace'));
    const keys = listApiKeys({ storage, workspace }, { nowMs: shell.world.clock.now() });
    const shown = keys.map((key) => ({
      ...key,
      createdAt: toIso(key.createdAt),
      revokedAt: toIsoOrNull(key.revokedAt),
      lastUsedAt: toIsoOrNull(key.lastUsedAt),
    }));
    const rows = shown.map((key) => [key.id, `${key.prefix}…`, key.source, key.name, stateText(key)]);
    run.print(shown, listing(['id', 'key', 'source', 'name', 'state'], rows, 'no keys yet'));
  });
  addWorkspaceFlag(command);
}

function stateText({ state, revokedAt, lastUsedAt }: KeyLine): string {
  if (state === 'revoked') return `revoked ${revokedAt}`;
  const used = `last used ${lastUsedAt ?? 'never'}`;
  return state === 'ending' ? `valid until ${revokedAt}, ${used}` : used;
}

const KEY = {
  find: findWorkspaceOfKey,
  unknown: (id: string) => new UsageError(`there is no key ${id}; docket key list shows them`, 1),
};

function addRevoke(group: Command, shell: Shell): void {
  const help = 'revoke a key: it is refused from now on';
  const command = addStoreCommand(group, shell, 'revoke', help, async (run, storage) => {
    const [id = ''] = run.args;
    const workspace = getWorkspaceOf(KEY, run, storage);
    const outcome = await revokeApiKey({ storage, workspace, actor: COMMAND_ACTOR }, id);
    if (outcome === 'unknown') throw KEY.unknown(id);
    run.print({ id, revoked: true }, [outcome === 'revoked' ? `key ${id} is revoked` : `key ${id} was revoked before`]);
  });
  command.argument('<id>', 'id of the key');
  addFlag(command, 'workspace', 'id', 'workspace of the key; its id says which');
}
