import type { Command } from 'commander';

export interface Outline {
  /** The words after `docket`; empty for the program itself. */
  readonly words: readonly string[];
  readonly about: string;
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly arguments: readonly Argument[];
  readonly flags: readonly Flag[];
}

interface Argument {
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface Flag {
  /** The name after `--`, such as `log-level`. */
  readonly name: string;
  readonly short: string | undefined;
  readonly about: string;
  /** The name of the flag's value; undefined for a switch. */
  readonly value: string | undefined;
  readonly variable: string | undefined;
}

/** The flags that every command has. A list of commands describes them once. */
export const EVERYWHERE: ReadonlySet<string> = new Set(['data', 'config', 'json']);

/** The flag that commander adds to each command. */
export const HELP: Flag = {
  name: 'help',
  short: 'h',
  about: 'display help for command',
  value: undefined,
  variable: undefined,
};

/** The end of a flag's help, as `addFlag` writes it. */
const VARIABLE = / \(env (\w+)\)$/;

/** Lists the program and all its commands, each before its subcommands. */
export function outlineOf(program: Command, words: readonly string[] = []): Outline[] {
  const own: Outline = {
    words,
    about: program.description(),
    commands: program.commands.map((child) => ({ name: child.name(), about: child.description() })),
    arguments: program.registeredArguments.map((one) => ({
      name: one.name(),
      about: one.description,
      required: one.required,
      variadic: one.variadic,
    })),
    flags: program.options.map(({ long, short, flags, description }) => ({
      name: (long ?? flags).replace(/^--/, ''),
      short: short?.replace(/^-/, ''),
      about: description.replace(VARIABLE, ''),
      value: /<(.*)>$/.exec(flags)?.[1],
      variable: VARIABLE.exec(description)?.[1],
    })),
  };
  return [own, ...program.commands.flatMap((child) => outlineOf(child, [...words, child.name()]))];
}

export function callOf({ words, arguments: given }: Outline): string {
  const named = given.map(({ name, required, variadic }) => {
    const word = `${name.toUpperCase()}${variadic ? '...' : ''}`;
    return required ? word : `[${word}]`;
  });
  return [...words, ...named].join(' ');
}
