import type { Command } from 'commander';
import { giveWay, UsageError } from '../base/index.ts';
import {
  beginForgetting,
  type Client,
  clientFile,
  contactsOf,
  type FileSteps,
  FORGOTTEN_KINDS,
  type Forgetting,
  listForgettings,
  workOffForgettings,
} from '../forgetting/index.ts';
import { findServing, removeSearch, rewriteServed, type Storage } from '../storage/index.ts';
import { noteExport } from '../workspaces/index.ts';
import { addStoreCommand, addWorkspaceFlag, COMMAND_ACTOR, getWorkspace, type Run } from './command.ts';
import { addFlag, addSwitch, dataDirOf } from './flags.ts';
import type { Shell } from './shell.ts';

export function addClient(program: Command, shell: Shell): void {
  const group = program.command('client').description("a client's data: print all of it, or forget it");
  const printing = 'print all that is kept of a client as one JSON document';
  const printed = addStoreCommand(group, shell, 'export', printing, print);
  const help = 'take a client out of orders, inquiries, history, mails and copies; sums and payments stay';
  const forgotten = addStoreCommand(group, shell, 'forget', help, forget);
  addSwitch(forgotten, 'force', 'yes, for good: nothing brings the texts back');
  for (const command of [printed, forgotten]) {
    addFlag(command, 'phone', 'number', 'phone of the client, in any spelling');
    addFlag(command, 'email', 'address', 'e-mail address of the client');
    addWorkspaceFlag(command);
  }
}

const clientOf = ({ flags }: Run): Client => ({ phone: flags.text('phone'), email: flags.text('email') });

async function print(run: Run, storage: Storage): Promise<void> {
  const workspace = getWorkspace(storage, run.flags.text('workspace'));
  const client = clientOf(run);
  contactsOf(client);
  await noteExport({ storage, workspace, actor: COMMAND_ACTOR }, 'client.exported');
  for (const piece of clientFile({ storage, workspace }, client, run.shell.world.clock.now())) run.shell.out(piece);
}

/**
 * Returns the steps that clean up files after a client is forgotten. They are for a database file that no server has
 * open. Old backups stay for now. At its next start, the server makes a new backup and deletes the old ones.
 */
export const filesUnserved = ({ path }: Pick<Storage, 'path'>): FileSteps => ({
  search: () => {
    removeSearch(path);
    return Promise.resolve(true);
  },
  async file() {
    // The write-ahead log cannot be emptied while an earlier read keeps its snapshot. The snapshot lasts until the
    // current turn of the event loop ends, so the next turn is awaited.
    await giveWay();
    return rewriteServed(path);
  },
  copies: () => Promise.resolve(undefined),
});

async function forget(run: Run, storage: Storage): Promise<void> {
  const { world } = run.shell;
  const workspace = getWorkspace(storage, run.flags.text('workspace'));
  const client = clientOf(run);
  contactsOf(client);
  if (!run.flags.on('force')) throw new UsageError('nothing brings a forgotten client back: say so with --force');
  const chance = { random: world.random, newId: () => world.newId(world.clock.now()) };
  const id = await beginForgetting({ storage, workspace, actor: COMMAND_ACTOR }, client, chance);
  const isServed = findServing(dataDirOf(run.shell, run.flags)) !== undefined;
  const ports = { storage, random: world.random, files: filesUnserved(storage), goOn: () => Promise.resolve(true) };
  if (!isServed) await workOffForgettings(ports, 'all');
  const one = listForgettings(storage.read, workspace.seq).find((it) => it.id === id);
  run.print({ id, served: isServed, counts: one?.counts ?? {} }, isServed ? [GOES_ON] : said(one));
}

const GOES_ON = 'The running server has begun; Settings, A client’s data shows how far it is.';
const REST = 'Backups in the data folder make way for a new one when docket serve starts.';
const said = (one: Forgetting | undefined): string[] => [
  `gone: ${FORGOTTEN_KINDS.flatMap((kind) => (one?.counts[kind] ? [`${kind} ${one.counts[kind]}`] : [])).join(', ') || 'nothing'}`,
  REST,
];
