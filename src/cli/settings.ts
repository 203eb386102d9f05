import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { type BackupPlan, type PlanPorts, readBackupPlan } from '../backups/index.ts';
import { type MailInForce, readMailServer } from '../mail-server/index.ts';
import { databasePath, keyFilePath } from '../storage/index.ts';
import { addCommand, type Run, table, withStorage } from './command.ts';
import { addServeFlags, addSwitch, dataDirOf, type Flags, givenMailOf, nameOf, type Origin } from './flags.ts';
import { objectStoreVariables } from './object-store-settings.ts';
import { readServeConfig } from './serve-config.ts';
import { SERVE_SETTINGS, type Setting } from './serve-settings.ts';
import { FILE_NAME } from './settings-file.ts';
import type { Shell } from './shell.ts';

interface SettingRow {
  readonly name: string;
  /** The value; null if it is not set and has no default. */
  readonly value: string | null;
  readonly origin: Origin | 'page' | 'default';
  readonly by: string | null;
}

export function addSettings(program: Command, shell: Shell): void {
  const help = 'show every setting, its value and where it comes from; with --example print a settings file';
  const command = addCommand(program, shell, 'settings', help, async (run) => {
    if (run.flags.on('example')) {
      run.printText('example', example());
      return;
    }
    // Reads the settings as the server does. So a value that the server would refuse is reported here.
    const { dataDir, backups } = readServeConfig(shell, run.flags);
    const page = await savedOnPages(run, { dataDir, given: backups });
    const shown = [
      showData(run),
      ...SERVE_SETTINGS.map((setting) => show(setting, run.flags, page)),
      show(SHOW_PLANS, run.flags, page),
      ...showBuckets(run, page),
    ];
    const rows = shown.map(({ name, value, origin, by }) => [
      name,
      value ?? '-',
      by === null ? origin : `${origin} ${by}`,
    ]);
    run.print(shown, table([['setting', 'value', 'from'], ...rows]));
  });
  addServeFlags(command);
  addSwitch(command, 'example', 'print a settings file with every line commented out');
}

/** A setting for few people, so only an environment variable can set it. */
const SHOW_PLANS: Setting = { name: 'show-plans', value: undefined, help: '' };

/**
 * Returns the rows for the access to buckets. Variables or the dashboard set this access. Flags cannot set it, because
 * the list of processes would show the secret keys.
 */
function showBuckets({ shell }: Run, page: Page): SettingRow[] {
  return objectStoreVariables(shell).map(({ ownName, by = null, value = null, isSecret }) => {
    const name = nameOf(ownName);
    const saved = page.get(name);
    if (by === null && saved !== undefined) return { name, value: saved, origin: 'page', by };
    return { name, value: isSecret && value !== null ? MASK : value, origin: by === null ? 'default' : 'variable', by };
  });
}

type Page = ReadonlyMap<string, string>;

function show(setting: Setting, flags: Flags, page: Page): SettingRow {
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

function showData({ shell, flags }: Run): SettingRow {
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

/** Reads the settings that were saved on the dashboard's pages, with masked secrets. */
async function savedOnPages(run: Run, ports: PlanPorts): Promise<Page> {
  const path = databasePath(ports.dataDir);
  if (!existsSync(path)) return new Map();
  return withStorage(run, async ({ read }) => {
    const mail = readMailServer(read, keyFilePath(path), givenMailOf(run.flags));
    return new Map([...savedMail(mail), ...savedBackups(readBackupPlan(read, ports))]);
  });
}

function savedMail(found: MailInForce): [name: string, value: string][] {
  if (found.kind !== 'saved' && found.kind !== 'locked') return [];
  const { host, port, tls, user, sender } = found.saved;
  const who = user === null ? '' : `${encodeURIComponent(user)}:${MASK}@`;
  return [
    ['smtp-url', `${tls === 'implicit' ? 'smtps' : 'smtp'}://${who}${host}:${port}`],
    ['mail-from', sender],
  ];
}

function savedBackups({ saved: { to, at, keep, keepDays, store }, asks, s3 }: BackupPlan): [string, string][] {
  const all = {
    // After a restore, the saved target may be another machine's, so it is hidden until somebody chooses a target.
    'backup-to': asks ? null : to,
    'backup-schedule': at === null ? null : `daily ${at}`,
    'backup-keep': keep,
    'backup-keep-days': keepDays,
    's3-endpoint': store?.endpoint,
    's3-region': store?.region,
    's3-access-key-id': store?.accessKey,
    's3-secret-access-key': store === null || s3 === undefined ? null : MASK,
  };
  return Object.entries(all).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, `${value}`]],
  );
}

/** Returns an example file. Every line is a comment, and removing its first character sets the value. */
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
