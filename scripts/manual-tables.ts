/** Writes the manual's tables of settings and commands from the code. Usage: bun scripts/manual-tables.ts */

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { callOf, EVERYWHERE, outlineOf } from '../src/cli/outline.ts';
import { buildProgram } from '../src/cli/program.ts';

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

function settingsTable(program: Command): string {
  const serve = outlineOf(program).find(({ words }) => words.join(' ') === 'serve');
  const rows = (serve?.flags ?? []).map(({ name, value, variable, about }) => {
    const flag = value === undefined ? `--${name}` : `--${name} ${value.toUpperCase()}`;
    return `| \`${flag}\` | \`${variable ?? ''}\` | ${cell(about)} |`;
  });
  return ['| flag | variable | what it says |', '|---|---|---|', ...rows].join('\n');
}

function commandsTable(program: Command): string {
  const rows = outlineOf(program)
    // A group without flags does nothing by itself, so only its commands are listed. `docket` itself is such a group.
    .filter(({ words, commands, flags }) => words.length > 0 && (commands.length === 0 || flags.length > 0))
    .map((one) => {
      const flags = one.flags.filter(({ name }) => !EVERYWHERE.has(name)).map(({ name }) => `\`--${name}\``);
      const shown = one.words[0] === 'serve' ? '[Settings](settings.md)' : flags.join(', ');
      return `| \`docket ${callOf(one)}\` | ${cell(one.about)} | ${shown} |`;
    });
  return ['| command | what it does | flags |', '|---|---|---|', ...rows].join('\n');
}

export function commandsOf(command: Command, words: readonly string[] = []): { words: string[]; command: Command }[] {
  return command.commands.flatMap((child) => {
    const own = [...words, child.name()];
    return [{ words: own, command: child }, ...commandsOf(child, own)];
  });
}

const TABLES = { settings: settingsTable, commands: commandsTable } as const;

/** Returns the page with its table rewritten from the code. @throws Error if the marks of the table are missing */
export function withTable(name: keyof typeof TABLES, page: string, program: Command): string {
  const [before, rest] = page.split(`<!-- from the code: ${name} -->\n`);
  const after = rest?.split('<!-- end -->\n')[1];
  if (before === undefined || after === undefined) throw new Error(`${name}.md: the marks of its table are missing`);
  return `${before}<!-- from the code: ${name} -->\n\n${TABLES[name](program)}\n\n<!-- end -->\n${after}`;
}

/** The names of the tables, which are also the names of their pages. */
export const TABLE_NAMES = ['settings', 'commands'] as const;

if (import.meta.main) {
  const program = programOf();
  for (const name of TABLE_NAMES) {
    const path = join(resolve(import.meta.dir, '..'), 'src/manual', `${name}.md`);
    writeFileSync(path, withTable(name, readFileSync(path, 'utf8'), program));
  }
}
