import type { Command } from 'commander';
import { type App, createApp } from '../app.ts';
import { tellRestored } from '../backups/index.ts';
import { COMMIT, createLog, type ServeConfig, VERSION } from '../base/index.ts';
import type { RestoreReport, RestoreWish } from '../dashboard/index.ts';
import { createOneTimeLink, hasPeople } from '../workspaces/index.ts';
import { addCommand } from './command.ts';
import { addFlag, addSwitch } from './flags.ts';
import { oneTimeUrl } from './owner.ts';
import { restoreServed } from './restore-served.ts';
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
  const stopping = shell.stopSignal().then((signal) => ({ kind: 'stop', signal }) as const);
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat,
    clock: shell.world.clock,
    write: shell.err,
  });
  const world = { ...shell.world, log };
  let restored: RestoreReport | undefined;
  let settings = config;
  for (;;) {
    const app = createApp(settings, world, restored);
    let ending: Awaited<typeof stopping> | { readonly kind: 'restore'; readonly wish: RestoreWish };
    try {
      if (restored?.failure === null) {
        await tellRestored(app.storage, restored).catch((error) =>
          log.warn('owners not told', { reason: String(error) }),
        );
      }
      const url = app.start();
      // After a restore it is found where it was, even where the port was any free one.
      settings = { ...config, port: Number(new URL(url).port) };
      shell.out(restored === undefined ? await greet(shell, app, config, url) : `ready again at ${url}\n`);
      ending = await Promise.race([stopping, app.restoreAsked.then((wish) => ({ kind: 'restore', wish }) as const)]);
      if (ending.kind === 'stop') shell.out(`stopping (${ending.signal})\n`);
    } finally {
      await app.stop();
      log.flush();
    }
    if (ending.kind === 'stop') return;
    restored = await restoreServed(config.dataDir, ending.wish, world);
  }
}

async function greet(shell: Shell, app: App, config: ServeConfig, url: string): Promise<string> {
  const publicUrl = config.publicUrl ?? url;
  const firstRun = hasPeople(app.storage)
    ? undefined
    : await createOneTimeLink(app.storage, shell.world.random, 'setup', null);
  return greeting({ config, url, publicUrl, copy: app.storage.copyBeforeMigration, setupToken: firstRun });
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
