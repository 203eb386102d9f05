import { Command, CommanderError } from 'commander';
import { AppError, logLine, UsageError } from '../base/index.ts';
import { storeTroubleText } from '../storage/index.ts';
import { addAccess } from './access.ts';
import { addBackup } from './backup.ts';
import { addCheck } from './check.ts';
import { addClient } from './client.ts';
import { ExitStatus } from './command.ts';
import { addCompact } from './compact.ts';
import { addCompletions } from './completions.ts';
import { addDemo } from './demo.ts';
import { addFiles } from './files.ts';
import { variableOf } from './flags.ts';
import { commandFirst } from './flags-first.ts';
import { addHealth } from './health.ts';
import { addHelp } from './help.ts';
import { addInfo, VERSION_LINE } from './info.ts';
import { addInit } from './init.ts';
import { addKey } from './key.ts';
import { addMail } from './mail.ts';
import { addManPage } from './man-page.ts';
import { addOwner } from './owner.ts';
import { addRestore } from './restore.ts';
import { addRetention } from './retention.ts';
import { addSeal } from './seal.ts';
import { addSelfTest } from './self-test.ts';
import { addServe } from './serve.ts';
import { addSettings } from './settings.ts';
import type { Shell } from './shell.ts';
import { addUpdate } from './update.ts';
import { addWebhook } from './webhook.ts';
import { addWorkspace } from './workspace.ts';

const USAGE_STATUS = 2;

/**
 * Runs one command line. An error or a wrong word prints one line on standard error.
 * @returns the exit status of the command, 0 by default; 1 for an error, 2 for a wrong word
 */
export async function runCommandLine(words: readonly string[], shell: Shell): Promise<number> {
  const program = buildProgram(shell);
  const argv = commandFirst(words, program);
  if (argv.length === 0) {
    program.outputHelp();
    return 0;
  }
  try {
    await program.parseAsync(asCommand(argv), { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof ExitStatus) return error.status;
    const { status, message } = explain(error, program);
    if (message !== '') shell.err(failureLine(shell, argv, message.replaceAll(/\s*\n\s*/g, ' ')));
    return status;
  }
}

/** Makes `docket -v --json` run `docket version --json`. Without `--json`, `docket -v` prints one line. */
function asCommand([first = '', ...rest]: readonly string[]): string[] {
  const isVersion = first === '-v' || first === '--version';
  return isVersion && rest.includes('--json') ? ['version', ...rest] : [first, ...rest];
}

/** Formats the reason of a failure. For `serve` it has the format of the log, because it is read with the log. */
function failureLine({ env, world }: Shell, argv: readonly string[], message: string): string {
  const format = argv[0] === 'serve' ? logFormatOf(argv, env) : undefined;
  return format === 'json' ? logLine('json', world.clock, 'error', message) : `docket: ${message}\n`;
}

/** Reads the log's format from a command line that could not be parsed. */
function logFormatOf(argv: readonly string[], env: Shell['env']): string | undefined {
  const flag = '--log-format';
  const at = argv.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const word = argv[at];
  if (word === undefined) return env[variableOf(flag.slice(2))];
  return word === flag ? argv[at + 1] : word.slice(flag.length + 1);
}

export function buildProgram(shell: Shell): Command {
  const program = new Command('docket').description('The order desk of a small business in one executable.');
  program.version(VERSION_LINE, '-v, --version', 'print version, commit and schema version');
  addServe(program, shell);
  addInit(program, shell);
  addKey(program, shell);
  addWorkspace(program, shell);
  addWebhook(program, shell);
  addMail(program, shell);
  addOwner(program, shell);
  addBackup(program, shell);
  addRestore(program, shell);
  addSeal(program, shell);
  addAccess(program, shell);
  addDemo(program, shell);
  addCheck(program, shell);
  addClient(program, shell);
  addRetention(program, shell);
  addCompact(program, shell);
  addHealth(program, shell);
  addSelfTest(program, shell);
  addUpdate(program, shell);
  addInfo(program, shell);
  addSettings(program, shell);
  addFiles(program, shell);
  addCompletions(program, shell);
  addManPage(program, shell);
  addHelp(program, shell);
  settle(program, shell);
  return program;
}

/** Makes a command and its subcommands throw a `LineError` with the failed command instead of exiting. */
function settle(command: Command, shell: Shell): void {
  command.configureOutput({ writeOut: (text) => shell.out(text), writeErr: () => undefined });
  command.exitOverride((error) => {
    throw new LineError(error, command);
  });
  for (const child of command.commands) settle(child, shell);
}

class LineError extends Error {
  readonly error: CommanderError;
  readonly command: Command;
  constructor(error: CommanderError, command: Command) {
    super(error.message);
    this.error = error;
    this.command = command;
  }
}

function explain(error: unknown, program: Command): { status: number; message: string } {
  if (error instanceof LineError) return explainLine(error);
  if (error instanceof CommanderError) return explainLine(new LineError(error, program));
  if (error instanceof UsageError) return { status: error.exitCode, message: error.message };
  const trouble = storeTroubleText(error);
  if (trouble !== undefined) return { status: 1, message: trouble };
  if (error instanceof AppError) {
    return { status: error.kind === 'validation_failed' ? USAGE_STATUS : 1, message: error.message };
  }
  return { status: 1, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function explainLine({ error, command }: LineError): { status: number; message: string } {
  if (error.exitCode === 0) return { status: 0, message: '' };
  // A command group such as `docket key` would print its help if the second word is missing. One line is printed
  // instead.
  const message =
    error.code === 'commander.help' ? 'another word is missing' : error.message.replace(/^error: |\.$/g, '');
  return { status: USAGE_STATUS, message: `${message}; ${allowed(command, error.code)}` };
}

function allowed(command: Command, code: string): string {
  const commands = command.commands.map((child) => child.name());
  // A command group has no flags of its own. A flag after the group means that a word is missing before the flag.
  const isFlag = code === 'commander.unknownOption' && command.options.length > 0;
  if (commands.length > 0 && !isFlag) return `allowed: ${commands.join(', ')}`;
  return `allowed: ${command.options
    .map((option) => option.long ?? option.flags)
    .concat('--help')
    .join(', ')}`;
}
