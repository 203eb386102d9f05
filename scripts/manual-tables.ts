import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { buildProgram } from '../src/cli/program.ts';

/** The tables of the manual that are made from the code's own flags and commands. Usage: bun scripts/manual-tables.ts */

const VARIABLE = / \(env (\w+)\)$/;
/** Flags that every command has; the page says so once. */
const EVERYWHERE = new Set(['--data', '--json']);

/** The program as `docket` builds it; a command of it is not to be run. */
export function programOf(): Command {
  const nothing = (): never => {
    throw new Error('the commands are read here, not run');
  };
  return buildProgram({
    env: {},
    cwd: '/',
    columns: 80,
    out: nothing,
    err: nothing,
    readStdin: nothing,
    stopSignal: nothing,
    get world() {
      return nothing();
    },
  });
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/</g, '&lt;');
const flagOf = (flags: string): string => flags.replace(/<(.*)>/, (_, value: string) => value.toUpperCase());

function settingsTable(program: Command): string {
  const serve = program.commands.find((one) => one.name() === 'serve');
  const rows = (serve?.options ?? []).map(({ flags, description }) => {
    const variable = VARIABLE.exec(description)?.[1] ?? '';
    return `| \`${flagOf(flags)}\` | \`${variable}\` | ${cell(description.replace(VARIABLE, ''))} |`;
  });
  return ['| flag | variable | what it says |', '|---|---|---|', ...rows].join('\n');
}

/** A command and those below it, each with the words that call it. */
export function commandsOf(command: Command, words: readonly string[] = []): { words: string[]; command: Command }[] {
  return command.commands.flatMap((child) => {
    const own = [...words, child.name()];
    return [{ words: own, command: child }, ...commandsOf(child, own)];
  });
}

function commandsTable(program: Command): string {
  const rows = commandsOf(program)
    // A group alone does nothing: it has its commands, and no flags.
    .filter(({ command }) => command.commands.length === 0 || command.options.length > 0)
    .map(({ words, command }) => {
      const given = command.registeredArguments.map((one) => {
        const name = `${one.name().toUpperCase()}${one.variadic ? '...' : ''}`;
        return one.required ? name : `[${name}]`;
      });
      const flags = command.options
        .map(({ long }) => long ?? '')
        .filter((flag) => !EVERYWHERE.has(flag))
        .map((flag) => `\`${flag}\``);
      const shown = words[0] === 'serve' ? '[Settings](settings.md)' : flags.join(', ');
      return `| \`${['docket', ...words, ...given].join(' ')}\` | ${cell(command.description())} | ${shown} |`;
    });
  return ['| command | what it does | flags |', '|---|---|---|', ...rows].join('\n');
}

const TABLES = { settings: settingsTable, commands: commandsTable } as const;

/** Puts the table between the marks of a page. @throws Error where the marks are missing */
export function withTable(name: keyof typeof TABLES, page: string, program: Command): string {
  const [before, rest] = page.split(`<!-- from the code: ${name} -->\n`);
  const after = rest?.split('<!-- end -->\n')[1];
  if (before === undefined || after === undefined) throw new Error(`${name}.md: the marks of its table are missing`);
  return `${before}<!-- from the code: ${name} -->\n\n${TABLES[name](program)}\n\n<!-- end -->\n${after}`;
}

/** The pages that hold a table, by the name of it. */
export const TABLE_NAMES = ['settings', 'commands'] as const;

if (import.meta.main) {
  const program = programOf();
  for (const name of TABLE_NAMES) {
    const path = join(resolve(import.meta.dir, '..'), 'src/manual', `${name}.md`);
    writeFileSync(path, withTable(name, readFileSync(path, 'utf8'), program));
  }
}
