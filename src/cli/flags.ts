import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type GivenMail, type GivenValue, UsageError } from '../base/index.ts';
import { findSetting, SERVE_SETTINGS } from './serve-settings.ts';
import { readSettingsFile, type SettingsFile } from './settings-file.ts';
import type { Shell } from './shell.ts';

/**
 * The values of a command's flags. A flag overrides its variable. The variable overrides the settings file, and the
 * file overrides the default (contract, section 1).
 */
export interface Flags {
  /** Returns the value of a flag; undefined if it is set nowhere. @throws UsageError for an empty flag */
  text(name: string): string | undefined;
  /** @throws UsageError if it is missing */
  required(name: string): string;
  on(name: string): boolean;
  given(name: string): FlagValue | undefined;
  /** Returns the same flags and variables, with the settings file read again. */
  again(): Flags;
}

interface FlagValue extends GivenValue {
  readonly origin: Origin;
}

export const variableOf = (name: string): string => `DOCKET_${name.toUpperCase().replaceAll('-', '_')}`;

export const nameOf = (variable: string): string => variable.slice('DOCKET_'.length).toLowerCase().replaceAll('_', '-');

/** @param value the name of the value in the help */
export function addFlag(command: Command, name: string, value: string, help: string): void {
  command.addOption(new Option(`--${name} <${value}>`, `${help} (env ${variableOf(name)})`));
}

export function addSwitch(command: Command, name: string, help: string): void {
  command.addOption(new Option(`--${name}`, `${help} (env ${variableOf(name)})`));
}

export function addServeFlags(command: Command): void {
  for (const { name, value, help } of SERVE_SETTINGS) {
    if (value === undefined) addSwitch(command, name, help);
    else addFlag(command, name, value, help);
  }
}

const TRUE = new Set(['1', 'true', 'on', 'yes']);
const FALSE = new Set(['', '0', 'false', 'off', 'no']);

/** The places where a value can be set, highest priority first. */
export type Origin = 'flag' | 'variable' | 'file';

export function readFlags(shell: Shell, options: Readonly<Record<string, unknown>>): Flags {
  const raw = (name: string): unknown => options[camelCase(name)];
  let file: { readonly read: SettingsFile | undefined } | undefined;
  const fromFile = (name: string): FlagValue | undefined => {
    if (findSetting(name) === undefined) return undefined;
    file ??= { read: readSettingsFile(dataDirOf(shell, flags), configOf(shell, flags)) };
    const value = file.read?.values.get(name);
    return value === undefined ? undefined : { value, origin: 'file', by: `${name} in ${file.read?.path}` };
  };
  const given = (name: string): FlagValue | undefined => {
    const value = raw(name);
    // A script with an unset variable passes an empty text. As a path, an empty text would mean the current folder.
    if (value === '') throw new UsageError(`--${name}: must not be empty`);
    if (typeof value === 'string') return { value, origin: 'flag', by: `--${name}` };
    if (value === true) return { value: 'on', origin: 'flag', by: `--${name}` };
    const by = variableOf(name);
    const variable = shell.env[by];
    return variable === undefined || variable === '' ? fromFile(name) : { value: variable, origin: 'variable', by };
  };
  const text = (name: string): string | undefined => given(name)?.value;
  const flags: Flags = {
    text,
    given,
    again: () => readFlags(shell, options),
    required(name) {
      const value = text(name);
      if (value === undefined) throw new UsageError(`--${name} is missing (or set ${variableOf(name)})`);
      return value;
    },
    on(name) {
      const said = given(name);
      const value = (said?.value ?? '').toLowerCase();
      if (!TRUE.has(value) && !FALSE.has(value)) {
        throw new UsageError(`${said?.by}: "${value}" is not one of 1, true, on, yes, 0, false, off, no`);
      }
      return TRUE.has(value);
    },
  };
  return flags;
}

function configOf(shell: Shell, flags: Flags): string | undefined {
  const named = flags.text('config');
  return named === undefined ? undefined : resolve(shell.cwd, named);
}

/** Names the settings file instead of the flag in an error message, if the wrong value is from that file. */
export function namedByFile(flags: Flags, error: unknown): unknown {
  const [, name, rest] = error instanceof UsageError ? (/^--([a-z-]+): (.*)$/s.exec(error.message) ?? []) : [];
  if (name === undefined || rest === undefined) return error;
  const said = flags.given(name);
  return said?.origin === 'file' ? new UsageError(`${said.by}: ${rest}`, 2, { cause: error }) : error;
}

/** Returns the name under which commander stores an option's value. */
const camelCase = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

export function dataDirOf(shell: Shell, flags: Flags): string {
  return resolve(shell.cwd, flags.text('data') ?? 'docket-data');
}

/** One address, with or without a name before it (RFC 5322, mailbox). */
const MAILBOX = /^(?:[^<>\p{Cc}]*<[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+>|[^\s@<>,;\p{Cc}]+@[^\s@<>,;\p{Cc}]+)$/u;

/** @throws UsageError */
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

export async function readSecret(shell: Shell, flags: Flags, name: string): Promise<string | undefined> {
  const value = flags.text(name);
  if (value !== '-') return value;
  return (await shell.readStdin()).split(/\r?\n/)[0];
}
