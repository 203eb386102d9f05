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
  // Listened for before anything else: a signal right after "ready" must find the orderly way out.
  const stopping = shell.stopSignal();
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat,
    clock: shell.world.clock,
    write: shell.err,
  });
  const app = createApp(config, { ...shell.world, log });
  try {
    const url = await app.start();
    const publicUrl = config.publicUrl ?? url;
    const firstRun = hasPeople(app.storage)
      ? undefined
      : await createOneTimeLink(app.storage, shell.world.random, 'setup', null);
    shell.out(greeting({ config, url, publicUrl, copy: app.storage.copyBeforeMigration, setupToken: firstRun }));
    const signal = await stopping;
    shell.out(`stopping (${signal})\n`);
  } finally {
    await app.stop();
    log.flush();
  }
}

interface Greeting {
  readonly config: ServeConfig;
  readonly url: string;
  readonly publicUrl: string;
  readonly copy: string | undefined;
  readonly setupToken: string | undefined;
}

/** One text, so that whoever waits for "ready at" has the set-up link as well. */
function greeting({ config, url, publicUrl, copy, setupToken }: Greeting): string {
  const lines = [`Docket ${VERSION} (${COMMIT}), data in ${config.dataDir}`];
  if (copy !== undefined) lines.push(`the schema was brought up to date; the database as it was is kept in ${copy}`);
  if (config.allowPrivateWebhooks) lines.push('webhooks may go to http and private addresses: for development only');
  lines.push(`ready at ${url}`);
  if (publicUrl !== url) lines.push(`public address ${publicUrl}`);
  lines.push(`reference ${publicUrl}/docs`);
  if (setupToken !== undefined) {
    lines.push('first run: open this link within 30 minutes to create the owner and the workspace');
    lines.push(`  ${oneTimeUrl(publicUrl, 'setup', setupToken)}`);
  }
  return `${lines.join('\n')}\n`;
}
