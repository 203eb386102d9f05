import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { App, AppInputs } from '../app.ts';
import { errorText, getText, type Log, type ServeConfig, silentLog } from '../base/index.ts';
import { listOrders } from '../orders/index.ts';
import { copyDatabase, databasePath, inspect, readSchemaVersion, SCHEMA_VERSION } from '../storage/index.ts';
import { sweepLeft } from '../updates/index.ts';
import { listWorkspaces } from '../workspaces/index.ts';
import { addCommand, COMMAND_ACTOR } from './command.ts';
import { dataDirOf, readFlags } from './flags.ts';
import { readServeConfig } from './serve-config.ts';
import type { Shell } from './shell.ts';

/** The beginning of the folder's name. The dot hides the folder, because it contains a copy of the whole database. */
const FOLDER = '.self-test-';
const PAGES = ['/health/live', '/health/ready', '/docs', '/docs/json', '/app'];
const ASK_MS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Adds the command `self-test`, which tries this executable on an empty database and on a copy of the owner's. The
 * command sends nothing. `docket update` calls `self-test` of a new executable before it installs that executable.
 */
export function addSelfTest(program: Command, shell: Shell): void {
  const help = 'start on an empty database and on a copy of this one; exit status 1 with a line for each problem';
  addCommand(program, shell, 'self-test', help, async (run) => {
    const dataDir = dataDirOf(shell, run.flags);
    const schema = readSchemaVersion(databasePath(dataDir));
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    sweepLeft(dataDir, FOLDER, shell.world.clock.now());
    const folder = mkdtempSync(join(dataDir, FOLDER));
    const problems: string[] = [];
    try {
      problems.push(...(await tryEmpty(shell, join(folder, 'empty'))));
      if (schema !== undefined) problems.push(...(await tryCopy(shell, dataDir, join(folder, 'copy'))));
    } catch (error) {
      problems.push(errorText(error));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    run.print({ ok: problems.length === 0, schema: schema ?? null, problems }, [
      ...problems.map((problem) => `problem: ${problem}`),
      ...(problems.length === 0
        ? [
            `ok: starts with an empty database${schema === undefined ? '' : ` and with a copy of schema ${schema}, brought to ${SCHEMA_VERSION}`}`,
          ]
        : []),
    ]);
    return problems.length === 0 ? 0 : 1;
  });
}

/** Uses only defaults: no mail server, and no settings from the environment. */
function configFor(shell: Shell, dataDir: string): ServeConfig {
  const bare = { ...shell, env: {} };
  return readServeConfig(bare, readFlags(bare, { data: dataDir, port: '0' }));
}

function faultLog(faults: string[]): Log {
  return {
    ...silentLog,
    error: (message, fields, cause) => faults.push([message, fields?.['reason'], cause].filter(Boolean).join(': ')),
  };
}

const NOTHING_BEFORE: AppInputs = { restored: undefined, tracing: undefined };

async function openApp(shell: Shell, dataDir: string, faults: string[]): Promise<App> {
  const { createApp } = await import('../app.ts');
  return createApp(configFor(shell, dataDir), { ...shell.world, log: faultLog(faults) }, NOTHING_BEFORE);
}

/** Runs the whole server with its socket and its scheduler, on a database with nothing to send. */
async function tryEmpty(shell: Shell, dataDir: string): Promise<string[]> {
  const faults: string[] = [];
  const app = await openApp(shell, dataDir, faults);
  try {
    // Starts every thread, and waits until each works. A thread that fails has logged its error by then.
    const url = await app.start();
    for (const page of PAGES) faults.push(...(await askPage(url, page)));
    return faults;
  } finally {
    await app.stop();
  }
}

async function askPage(url: string, page: string): Promise<string[]> {
  const { status, text } = await getText(`${url}${page}`, ASK_MS, MAX_BYTES);
  return status === 200 && text !== '' ? [] : [`${page} answers ${status}`];
}

/** Migrates the copy and reads it, without a scheduler: only the real server may send its waiting events. */
async function tryCopy(shell: Shell, dataDir: string, folder: string): Promise<string[]> {
  mkdirSync(folder, { mode: 0o700 });
  copyDatabase(dataDir, databasePath(folder));
  const faults: string[] = [];
  const app = await openApp(shell, folder, faults);
  try {
    await app.storage.probe();
    readOrders(app);
  } finally {
    await app.stop();
  }
  return [...faults, ...(inspect(folder)?.problems ?? ['the copy is gone'])];
}

/**
 * Reads all orders, so that an unreadable order is found now, and not by the owner.
 * @throws Error for the first unreadable order
 */
function readOrders({ storage }: App): void {
  for (const workspace of listWorkspaces(storage)) {
    const ctx = { storage, workspace, source: 'self-test', actor: COMMAND_ACTOR, requestId: null };
    let cursor: string | undefined;
    do {
      const page = listOrders(ctx, { limit: 100, cursor });
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}
