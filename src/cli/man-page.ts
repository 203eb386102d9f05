import type { Command } from 'commander';
import { VERSION } from '../base/index.ts';
import { addCommand } from './command.ts';
import { callOf, EVERYWHERE, type Flag, HELP, type Outline, outlineOf } from './outline.ts';
import type { Shell } from './shell.ts';

export function addManPage(program: Command, shell: Shell): void {
  const help = 'print the page for man, such as into /usr/local/share/man/man1/docket.1';
  addCommand(program, shell, 'man', help, async (run) => {
    run.printText('man', manPage(outlineOf(program)));
  });
}

/**
 * Escapes a text for troff (groff_man(7)). An unescaped hyphen may print as another character, which a search for "-"
 * would miss. A dot or quote at the start of a line is escaped too.
 */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')
    .replaceAll(/\P{ASCII}/gu, (one) => `\\[u${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`);

const bold = (text: string): string => `\\fB${escaped(text)}\\fR`;
const slanted = (text: string): string => `\\fI${escaped(text)}\\fR`;

function flagLines(flags: readonly Flag[]): string[] {
  return flags.flatMap(({ name, short, value, about, variable }) => [
    '.TP',
    [
      ...(short === undefined ? [] : [`${bold(`-${short}`)}, `]),
      bold(`--${name}`),
      ...(value === undefined ? [] : [` ${slanted(value)}`]),
    ].join(''),
    escaped(about) + (variable === undefined ? '' : ` (${bold(variable)})`),
  ]);
}

function commandLines(one: Outline): string[] {
  const own = one.flags.filter(({ name }) => !EVERYWHERE.has(name));
  return [`.SS ${escaped(`docket ${callOf(one)}`)}`, escaped(one.about), ...flagLines(own)];
}

function manPage([program, ...commands]: readonly Outline[]): string {
  const everywhere = commands[0]?.flags.filter(({ name }) => EVERYWHERE.has(name)) ?? [];
  const runnable = commands.filter((one) => one.commands.length === 0 || one.flags.length > 0);
  const lines = [
    `.TH DOCKET 1 "" "Docket ${escaped(VERSION)}"`,
    '.SH NAME',
    `docket \\- ${escaped(program?.about ?? '')}`,
    '.SH SYNOPSIS',
    `${bold('docket')} ${slanted('command')} [${slanted('flags')}]`,
    '.SH DESCRIPTION',
    `${bold('docket help')} lists the pages of the manual, ${bold('docket help')} ${slanted('topic')} prints one.`,
    'A flag beats its variable, a variable beats the settings file, the file beats what was set on a page, and that beats the default.',
    '.SH FLAGS OF EVERY COMMAND',
    ...flagLines([...everywhere, ...(program?.flags ?? []), HELP]),
    '.SH COMMANDS',
    ...runnable.flatMap(commandLines),
    '.SH EXIT STATUS',
    '0, 1 for what could not be done, 2 for a wrong word.',
    '.SH FILES',
    '.TP',
    slanted('docket-data/docket.db'),
    'the database, in the data directory',
  ];
  return `${lines.join('\n')}\n`;
}
