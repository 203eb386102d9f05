import type { Command } from 'commander';
import { AppError, fieldText, toIso, UsageError } from '../base/index.ts';
import { type Holder, openForCommand, type Storage, whenFree } from '../storage/index.ts';
import { findWorkspace, listWorkspaces, type Workspace } from '../workspaces/index.ts';
import { addFlag, addSwitch, dataDirOf, type Flags, namedByFile, readFlags } from './flags.ts';
import type { Shell } from './shell.ts';
import { STRANGE, strangeVariables } from './strange-variables.ts';

export const COMMAND_ACTOR = { type: 'command', id: null } as const;

export interface Run {
  readonly shell: Shell;
  readonly flags: Flags;
  /** The words after the command's name. */
  readonly args: readonly string[];
  readonly holder: Holder;
  /** Prints `document` as JSON if --json is set; otherwise prints `lines`. */
  print(document: object, lines: readonly string[]): void;
  /** Prints `text` unchanged. With --json, prints `{ ...beside, [name]: text }`. */
  printText(name: string, text: string, beside?: object): void;
}

/** The work of a command; a number is its exit status. */
export type CommandBody = ((run: Run) => Promise<number | undefined>) | ((run: Run) => Promise<void>);

/** Adds a command that ends with the exit status of its body (0 if the body returns none). */
export function addCommand(parent: Command, shell: Shell, name: string, help: string, body: CommandBody): Command {
  const command = parent.command(name).description(help);
  addFlag(command, 'data', 'dir', 'data directory, default ./docket-data');
  addFlag(command, 'config', 'file', 'settings file, default docket.toml in the data directory');
  addSwitch(command, 'json', 'print one JSON document and nothing else');
  command.action(async () => {
    // Includes the options of the parent command: `docket backup --data DIR list` and `docket backup list --data DIR`
    // are the same.
    const options = command.optsWithGlobals();
    const flags = readFlags(shell, options);
    const print = (document: object, lines: readonly string[]): void => {
      shell.out(flags.on('json') ? `${JSON.stringify(document)}\n` : lines.map((line) => `${line}\n`).join(''));
    };
    const printText = (name: string, text: string, beside: object = {}): void => {
      if (flags.on('json')) print({ ...beside, [name]: text }, []);
      else shell.out(text);
    };
    const holder = { pid: process.pid, startedAt: toIso(shell.world.clock.now()), command: wordsOf(command) };
    const status = await body({ shell, flags, args: command.args, holder, print, printText }).catch((error) => {
      throw namedByFile(flags, namedByFlag(command, error));
    });
    // The warning about unknown DOCKET_ variables goes to standard error, because a command has no log. The server
    // (`serve`) writes this warning to its log. A command that throws prints only its error, without this warning.
    if (name !== 'serve') warnOfStrange(command, shell);
    if (typeof status === 'number') throw new ExitStatus(status);
  });
  return command;
}

type StoreBody = (run: Run, storage: Storage) => Promise<number | undefined> | Promise<void>;

/** Adds a command whose body works on the open database. The database must exist. */
export function addStoreCommand(parent: Command, shell: Shell, name: string, help: string, body: StoreBody): Command {
  return addCommand(parent, shell, name, help, async (run) => {
    const status = await withStorage(run, async (storage) => body(run, storage));
    return typeof status === 'number' ? status : undefined;
  });
}

function warnOfStrange(command: Command, shell: Shell): void {
  const strange = strangeVariables(shell.env, rootOf(command));
  if (strange !== undefined) shell.err(`docket: ${STRANGE}: ${strange}\n`);
}

const rootOf = (command: Command): Command => (command.parent === null ? command : rootOf(command.parent));

function wordsOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${wordsOf(parent)} ${command.name()}` : command.name();
}

function namedByFlag(command: Command, error: unknown): unknown {
  const [issue] = error instanceof AppError && Array.isArray(error.details) ? error.details : [];
  if (issue === undefined) return error;
  const flag = `--${issue.path.replaceAll(/[A-Z]/g, (letter: string) => `-${letter.toLowerCase()}`)}`;
  const isFlag = command.options.some(({ long }) => long === flag);
  return isFlag ? new UsageError(`${flag}: ${fieldText(issue)}`) : error;
}

/** Ends the program with a status after all output is written. */
export class ExitStatus extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

export async function withStorage<T>(
  run: Run,
  work: (storage: Storage) => Promise<T>,
  absent: 'create' | 'refuse' = 'refuse',
): Promise<T> {
  const { clock, newId } = run.shell.world;
  const dataDir = dataDirOf(run.shell, run.flags);
  const options = { dataDir, now: clock.now, newId };
  const storage = await whenFree(clock, () => openForCommand(options, run.holder, absent));
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/**
 * Returns the workspace that --workspace names. The flag may be left out if there is only one workspace.
 * @throws UsageError
 */
export function getWorkspace(storage: Storage, id: string | undefined): Workspace {
  if (id !== undefined) {
    const found = findWorkspace(storage, id);
    if (found === undefined) throw new UsageError(`there is no workspace ${id}; docket workspace list shows them`, 1);
    return found;
  }
  const [only, ...more] = listWorkspaces(storage);
  if (only === undefined)
    throw new UsageError('there is no workspace yet: run docket init, or follow the link that docket serve prints', 1);
  if (more.length > 0)
    throw new UsageError(
      'there are several workspaces: say which with --workspace ID (docket workspace list shows them)',
    );
  return only;
}

/**
 * Finds an object's workspace by the object's id. A command gets this id as its first argument. `unknown` returns the
 * error for an id that no object has.
 */
interface WorkspaceFinder {
  readonly find: (storage: Storage, id: string) => Workspace | undefined;
  readonly unknown: (id: string) => UsageError;
}

/**
 * Returns the workspace that --workspace names. Without the flag, the first argument is the id of an object, and the
 * object's workspace is returned.
 * @throws UsageError
 */
export function getWorkspaceOf({ find, unknown }: WorkspaceFinder, run: Run, storage: Storage): Workspace {
  const [id = ''] = run.args;
  const named = run.flags.text('workspace');
  const found = named === undefined ? find(storage, id) : getWorkspace(storage, named);
  if (found === undefined) throw unknown(id);
  return found;
}

export function addWorkspaceFlag(command: Command): void {
  addFlag(command, 'workspace', 'id', 'workspace, where there are several');
}

export const listing = (headings: readonly string[], rows: readonly (readonly string[])[], empty: string): string[] =>
  rows.length === 0 ? [empty] : table([headings, ...rows]);

export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
  );
}
