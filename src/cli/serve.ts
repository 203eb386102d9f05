import type { Command } from 'commander';
import { createApp } from '../app.ts';
import { COMMIT, createLog, type ServeConfig, VERSION } from '../base/index.ts';
import { createOneTimeLink, hasPeople } from '../workspaces/index.ts';
import { addCommand } from './command.ts';
import { addFlag, addSwitch } from './flags.ts';
import { oneTimeUrl } from './owner.ts';
import { readServeConfig, SERVE_FLAGS } from './serve-config.ts';
import type { Shell } from './shell.ts';

export function addServe(program: Command, shell: Shell): void {
  const command = addCommand(program, shell, 'serve', 'run API, dashboard and scheduler', async (run) => {
    await serve(shell, readServeConfig(shell, run.flags));
    return 0;
  });
  for (const [name, value, help] of SERVE_FLAGS) {
    if (value === undefined) addSwitch(command, name, help);
    else addFlag(command, name, value, help);
  }
}

async function serve(shell: Shell, config: ServeConfig): Promise<void> {
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat,
    clock: shell.world.clock,
    write: shell.err,
  });
  const app = createApp(config, { ...shell.world, log });
  try {
    const url = app.start();
    const publicUrl = config.publicUrl ?? url;
    const firstRun = hasPeople(app.storage)
      ? undefined
      : await createOneTimeLink(app.storage, shell.world.random, 'setup', null);
    shell.out(`Docket ${VERSION} (${COMMIT}), data in ${config.dataDir}\n`);
    if (app.storage.copyBeforeMigration !== undefined) {
      shell.out(
        `the schema was brought up to date; the database as it was is kept in ${app.storage.copyBeforeMigration}\n`,
      );
    }
    if (config.allowPrivateWebhooks) shell.out('webhooks may go to http and private addresses: for development only\n');
    shell.out(`ready at ${url}\n`);
    if (publicUrl !== url) shell.out(`public address ${publicUrl}\n`);
    shell.out(`reference ${publicUrl}/docs\n`);
    if (firstRun !== undefined) {
      shell.out(
        `first run: open this link within 30 minutes to create the owner and the workspace\n  ${oneTimeUrl(publicUrl, 'setup', firstRun)}\n`,
      );
    }
    const signal = await shell.stopSignal();
    shell.out(`stopping (${signal})\n`);
  } finally {
    await app.stop();
    log.flush();
  }
}
