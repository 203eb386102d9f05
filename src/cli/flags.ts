import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type Given, type GivenMail, UsageError } from '../base/index.ts';
import type { Shell } from './shell.ts';

/** The values of a command's flags: flag beats variable, variable beats default (contract, section 1). */
export interface Flags {
  /** Undefined when neither flag nor variable is set. @throws UsageError for an empty flag */
  text(name: string): string | undefined;
  /** @throws UsageError when it is missing */
  required(name: string): string;
  on(name: string): boolean;
  /** What `text` returns, and whether the flag or its variable says it. */
  given(name: string): Given | undefined;
}

/** `webhook-timeout` has the variable DOCKET_WEBHOOK_TIMEOUT. */
export const variableOf = (name: string): string => `DOCKET_${name.toUpperCase().replaceAll('-', '_')}`;

/** A flag with a value. @param value how the value is called in the help */
export function addFlag(command: Command, name: string, value: string, help: string): void {
  command.addOption(new Option(`--${name} <${value}>`, `${help} (env ${variableOf(name)})`));
}

/** A flag that is on or absent. */
export function addSwitch(command: Command, name: string, help: string): void {
  command.addOption(new Option(`--${name}`, `${help} (env ${variableOf(name)})`));
}

const TRUE = new Set(['1', 'true', 'on', 'yes']);
const FALSE = new Set(['', '0', 'false', 'off', 'no']);

export function readFlags(shell: Shell, options: Readonly<Record<string, unknown>>): Flags {
  const raw = (name: string): unknown => options[camelCase(name)];
  const text = (name: string): string | undefined => {
    const value = raw(name);
    // What a script writes with a variable that is not set: as a path it would be the folder one happens to stand in.
    if (value === '') throw new UsageError(`--${name}: must not be empty`);
    if (typeof value === 'string') return value;
    const variable = shell.env[variableOf(name)];
    return variable === undefined || variable === '' ? undefined : variable;
  };
  return {
    text,
    required(name) {
      const value = text(name);
      if (value === undefined) throw new UsageError(`--${name} is missing (or set ${variableOf(name)})`);
      return value;
    },
    given(name) {
      const value = text(name);
      const by = typeof raw(name) === 'string' ? `--${name}` : variableOf(name);
      return value === undefined ? undefined : { value, by };
    },
    on(name) {
      if (raw(name) === true) return true;
      const variable = (shell.env[variableOf(name)] ?? '').toLowerCase();
      if (!TRUE.has(variable) && !FALSE.has(variable)) {
        throw new UsageError(`${variableOf(name)}: "${variable}" is not one of 1, true, on, yes, 0, false, off, no`);
      }
      return TRUE.has(variable);
    },
  };
}

/** As commander names the option's value. */
const camelCase = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Absolute path of the data directory. */
export function dataDirOf(shell: Shell, flags: Flags): string {
  return resolve(shell.cwd, flags.text('data') ?? 'docket-data');
}

/** One address, with or without a name before it (RFC 5322, mailbox). */
const MAILBOX = /^(?:[^<>\p{Cc}]*<[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+>|[^\s@<>,;\p{Cc}]+@[^\s@<>,;\p{Cc}]+)$/u;

/** What flags and variables say of mail; beats what was saved. @throws UsageError */
export function givenMailOf(flags: Flags): GivenMail {
  const smtpUrl = flags.given('smtp-url');
  const protocol = smtpUrl === undefined ? 'smtp:' : URL.parse(smtpUrl.value)?.protocol;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') {
    throw new UsageError(
      '--smtp-url: must be an address such as smtp://mail.example.com:587 or smtps://user:password@mail.example.com',
    );
  }
  const from = flags.given('mail-from');
  if (from === undefined || MAILBOX.test(from.value)) return { smtpUrl, from };
  throw new UsageError(
    `--mail-from: "${from.value}" is not a sender such as docket@example.com or My shop <docket@example.com>`,
  );
}

/** A secret: from the flag's variable, from standard input when the flag is `-`, or from the flag itself. */
export async function readSecret(shell: Shell, flags: Flags, name: string): Promise<string | undefined> {
  const value = flags.text(name);
  if (value !== '-') return value;
  return (await shell.readStdin()).split(/\r?\n/)[0];
}
