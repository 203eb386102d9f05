import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { readMailServer } from '../mail-server/index.ts';
import { databasePath, keyFilePath } from '../storage/index.ts';
import { addCommand, type Run, table, withStorage } from './command.ts';
import { addSwitch, dataDirOf, type Flags, givenMailOf, nameOf, type Origin } from './flags.ts';
import { objectStoreVariables } from './object-store-settings.ts';
import { readServeConfig } from './serve-config.ts';
import { addServeFlags } from './serve-flags.ts';
import { SERVE_SETTINGS, type Setting } from './serve-settings.ts';
import { FILE_NAME } from './settings-file.ts';
import type { Shell } from './shell.ts';

/** What a setting is, and what says so. */
interface Shown {
  readonly name: string;
  /** Null where nothing is set, and nothing holds by default. */
  readonly value: string | null;
  readonly origin: Origin | 'page' | 'default';
  /** The flag, the variable or the file that says it. */
  readonly by: string | null;
}

export function addSettings(program: Command, shell: Shell): void {
  const help = 'show every setting, its value and where it comes from; with --example print a settings file';
  const command = addCommand(program, shell, 'settings', help, async (run) => {
    if (run.flags.on('example')) {
      run.printText('example', example());
      return undefined;
    }
    // A value that the server would refuse is told here as there.
    readServeConfig(shell, run.flags);
    const page = await savedMail(run);
    const shown = [
      showData(run),
      ...SERVE_SETTINGS.map((setting) => show(setting, run.flags, page)),
      show(SHOW_PLANS, run.flags, page),
      ...showBuckets(run),
    ];
    const rows = shown.map(({ name, value, origin, by }) => [
      name,
      value ?? '-',
      by === null ? origin : `${origin} ${by}`,
    ]);
    run.print(shown, table([['setting', 'value', 'from'], ...rows]));
    return undefined;
  });
  addServeFlags(command);
  addSwitch(command, 'example', 'print a settings file with every line commented out');
}

/** A variable alone: few need it. */
const SHOW_PLANS: Setting = { name: 'show-plans', value: undefined, help: '' };

/** Variables alone, for keys are among them. They are called as a flag would be. */
function showBuckets({ shell }: Run): Shown[] {
  return objectStoreVariables(shell).map(({ ownName, by = null, value = null, isSecret }) => ({
    name: nameOf(ownName),
    value: isSecret && value !== null ? MASK : value,
    origin: by === null ? 'default' : 'variable',
    by,
  }));
}

type Page = ReadonlyMap<string, string>;

function show(setting: Setting, flags: Flags, page: Page): Shown {
  const { name, value, preset } = setting;
  const given = flags.given(name);
  if (given !== undefined) {
    const said = value === undefined ? (flags.on(name) ? 'on' : 'off') : given.value;
    return { name, value: masked(setting, said), origin: given.origin, by: given.by };
  }
  const saved = page.get(name);
  if (saved !== undefined) return { name, value: saved, origin: 'page', by: null };
  return { name, value: preset ?? (value === undefined ? 'off' : null), origin: 'default', by: null };
}

function showData({ shell, flags }: Run): Shown {
  const { origin = 'default', by = null } = flags.given('data') ?? {};
  return { name: 'data', value: dataDirOf(shell, flags), origin, by };
}

const MASK = '***';

function masked({ secret }: Setting, value: string): string {
  if (secret === undefined) return value;
  const url = secret === 'password' ? URL.parse(value) : null;
  if (url === null) return MASK;
  if (url.password !== '') url.password = MASK;
  return url.href;
}

/** What owners have set on a page and a flag could set too: the mail server. Its password is no part of it. */
async function savedMail(run: Run): Promise<Page> {
  const path = databasePath(dataDirOf(run.shell, run.flags));
  if (!existsSync(path)) return new Map();
  return withStorage(run, async (storage) => {
    const found = readMailServer(storage.read, keyFilePath(path), givenMailOf(run.flags));
    if (found.kind !== 'saved' && found.kind !== 'locked') return new Map();
    const { host, port, tls, user, sender } = found.saved;
    const who = user === null ? '' : `${encodeURIComponent(user)}:${MASK}@`;
    return new Map([
      ['smtp-url', `${tls === 'implicit' ? 'smtps' : 'smtp'}://${who}${host}:${port}`],
      ['mail-from', sender],
    ]);
  });
}

/** Every line is a comment: what is to hold loses its first character. */
function example(): string {
  const lines = SERVE_SETTINGS.flatMap(({ name, value, help, preset, sample }) => {
    const said = preset ?? sample ?? '';
    const written = value === undefined ? 'true' : value === 'number' || value === 'days' ? said : JSON.stringify(said);
    return ['#', `# ${help}`, `#${name} = ${written}`];
  });
  const head = [
    `# Settings of Docket: ${FILE_NAME} in the data directory, or --config FILE. Take the # away in front of a name.`,
    '# A flag beats its variable, a variable beats this file, and this file beats what is set on a page.',
  ];
  return `${[...head, ...lines].join('\n')}\n`;
}
