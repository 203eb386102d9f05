import type { Command } from 'commander';
import type { App } from '../app.ts';
import { tellRestored } from '../backups/index.ts';
import { COMMIT, createLog, logLine, portOf, type ServeConfig, VERSION, type World } from '../base/index.ts';
import type { RestoreReport, RestoreWish } from '../dashboard/index.ts';
import { createOneTimeLink, hasPeople } from '../people/index.ts';
import { noteServing } from '../storage/index.ts';
import type { Tracing } from '../tracing/index.ts';
import { accessHeldAt } from '../workspaces/index.ts';
import { addCommand, type Run } from './command.ts';
import { addServeFlags } from './flags.ts';
import { setupUrl } from './owner.ts';
import { reload } from './reload.ts';
import { restoreServed } from './restore-served.ts';
import { readServeConfig } from './serve-config.ts';
import type { Shell } from './shell.ts';
import { STRANGE, strangeVariables } from './strange-variables.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

export function addServe(program: Command, shell: Shell): void {
  const command = addCommand(program, shell, 'serve', 'run API, dashboard and scheduler', async (run) => {
    const strange = strangeVariables(shell.env, program);
    await serve(run, readServeConfig(shell, run.flags), strange);
    return 0;
  });
  addServeFlags(command);
}

/** @param strange the environment variables with Docket's prefix that Docket does not know, as a text for the log */
async function serve({ shell, flags }: Run, config: ServeConfig, strange: string | undefined): Promise<void> {
  // The signals are handled before anything else: a signal right after "ready" must end the server cleanly.
  let current = flags;
  const passed = (signal: string): void => {
    if (signal === 'SIGHUP') current = reload(shell, current, log, signal);
    else log.info('a signal was passed over', { signal });
  };
  const stopping = shell.stopSignal(passed).then((signal): Stopping => ({ kind: 'stop', signal }));
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat,
    clock: shell.world.clock,
    write: shell.err,
  });
  if (strange !== undefined) log.warn(STRANGE, { variables: strange });
  const world = { ...shell.world, log };
  const tracing = config.tracing ? await loadTracing(shell) : undefined;
  const stage: Stage = {
    shell,
    config,
    json: flags.on('json'),
    stopping,
    tracing,
    restored: undefined,
    port: config.port,
    app: undefined,
  };
  // While a restore has stopped the server, no trouble is reported. So the watchdog is still fed, and systemd does not
  // restart the process.
  const watchdog = createWatchdog(shell, log, () => stage.app?.trouble());
  try {
    for (;;) {
      const ending = await serveUntil(stage, world, watchdog);
      if (ending.kind === 'stop') return;
      stage.restored = await restoreServed(config.dataDir, ending.wish, world);
    }
  } finally {
    watchdog.stopping();
    log.flush();
  }
}

type Stopping = { readonly kind: 'stop'; readonly signal: string };
type Ending = Stopping | { readonly kind: 'restore'; readonly wish: RestoreWish };

interface Stage {
  readonly shell: Shell;
  readonly config: ServeConfig;
  /** True for `--json`: the server prints one JSON document when it is ready, and no other lines. */
  readonly json: boolean;
  readonly stopping: Promise<Stopping>;
  readonly tracing: Tracing | undefined;
  restored: RestoreReport | undefined;
  /** The server returns to this port after a restore, even if the system had chosen it. */
  port: number;
  app: App | undefined;
}

async function serveUntil(stage: Stage, world: World, watchdog: Watchdog): Promise<Ending> {
  const { shell, stopping, restored } = stage;
  // The server is loaded only here, so that other commands start sooner.
  const { createApp } = await import('../app.ts');
  const app = await createApp({ ...stage.config, port: stage.port }, world, stage);
  try {
    if (restored?.failure === null) {
      const noted = (error: unknown): void =>
        world.log.warn('the owners could not be told of the restore', { reason: String(error) });
      await tellRestored(app.storage, restored).catch(noted);
    }
    // After a restore, `app.start()` may take long, because it must erase clients that the backup brought back. A
    // signal to stop must not wait for `app.start()`.
    const url = await Promise.race([app.start(), stopping]);
    if (typeof url !== 'string') return stops(stage, watchdog, url);
    stage.app = app;
    stage.port = portOf(url);
    const { dataDir, publicUrl = url, backups } = stage.config;
    const said = { to: backups.to?.value, schedule: backups.schedule?.value };
    noteServing(dataDir, { url, publicUrl, version: VERSION, backups: said });
    shell.out(await greet(stage, app, url));
    watchdog.ready(url);
    const ending = await Promise.race([
      stopping,
      app.restoreAsked.then((wish) => ({ kind: 'restore', wish }) as const),
    ]);
    return ending.kind === 'stop' ? stops(stage, watchdog, ending) : ending;
  } finally {
    stage.app = undefined;
    await app.stop();
  }
}

function stops(stage: Stage, watchdog: Watchdog, ending: Stopping): Stopping {
  watchdog.stopping();
  say(stage, `stopping (${ending.signal})`);
  return ending;
}

function say({ shell, config, json }: Stage, line: string): void {
  if (!json) shell.out(textOf(shell, config, [{ line }]));
}

interface OutputLine {
  readonly line: string;
  /** The line for a JSON log. It must not end with an address, because users would copy the quotation mark after it. */
  readonly logged?: string;
}

function textOf({ world }: Shell, { logFormat: format }: ServeConfig, said: readonly OutputLine[]): string {
  return said
    .map(({ line, logged = line }) =>
      format === 'pretty' ? `${line}\n` : logLine(format, world.clock, 'info', logged),
    )
    .join('');
}

/**
 * Returns the text that the server prints when it is ready. It is one text, so that a program that waits for "ready at"
 * receives the set-up link too. With `--json` it is a JSON document, empty after a restore.
 */
async function greet({ shell, config, json, restored }: Stage, app: App, url: string): Promise<string> {
  const publicUrl = config.publicUrl ?? url;
  // A failed restore changed neither the set-up link nor who may use it.
  const failed = restored !== undefined && restored.failure !== null;
  const isHeld = accessHeldAt(app.storage.read) !== undefined;
  // The person who asked for a restore in the dashboard already has a token to review it. So no new set-up link is
  // created, even if the restore blocks all access until the review.
  const linkStays = failed || (isHeld && hasPeople(app.storage) && restored !== undefined && restored.receipt !== null);
  const setupToken =
    linkStays || (hasPeople(app.storage) && !isHeld)
      ? undefined
      : await createOneTimeLink(
          { storage: app.storage, random: shell.world.random },
          { purpose: 'setup', personSeq: null },
        );
  const setupLink = setupToken === undefined ? undefined : setupUrl(publicUrl, setupToken);
  const facts = { config, url, publicUrl, copy: app.storage.copyBeforeMigration, setupLink, isHeld };
  if (json) return restored === undefined ? `${JSON.stringify(document(facts))}\n` : '';
  const again = { line: `ready again at ${url}`, logged: `ready again at ${url} after a restore` };
  return textOf(shell, config, [...(restored === undefined ? greeting(facts) : [again]), ...invitation(facts)]);
}

/** Loads the code for tracing only when it is needed, because it is some 6 MB of the executable. */
async function loadTracing({ world }: Shell): Promise<Tracing> {
  const { startTracing } = await import('../tracing/index.ts');
  return startTracing(world);
}

interface Greeting {
  readonly config: ServeConfig;
  readonly url: string;
  readonly publicUrl: string;
  readonly copy: string | undefined;
  readonly setupLink: string | undefined;
  /** True if a restored backup blocks all access until somebody has reviewed it. `setupLink` then opens that review. */
  readonly isHeld: boolean;
}

/**
 * The text after an address in a log line. The space before this text ends the address, so that the address can be
 * copied.
 */
const WITH = `with Docket ${VERSION}`;

const document = ({ config, url, publicUrl, copy, setupLink }: Greeting): object => ({
  message: `ready at ${url} ${WITH}`,
  url,
  publicUrl,
  version: VERSION,
  commit: COMMIT,
  dataDir: config.dataDir,
  copyBeforeMigration: copy ?? null,
  setupLink: setupLink ?? null,
});

const greeting = ({ config, url, publicUrl, copy }: Greeting): OutputLine[] => [
  // The address comes first, because people open it in a browser. The server redirects its path `/` to the dashboard.
  { line: `ready at ${url}`, logged: `ready at ${url} ${WITH}` },
  ...[
    ...(publicUrl === url ? [] : [`public address ${publicUrl}`]),
    `Docket ${VERSION} (${COMMIT}), data in ${config.dataDir}`,
    ...(copy === undefined ? [] : [`the schema was brought up to date; the database as it was is kept in ${copy}`]),
    ...(config.allowPrivateWebhooks ? ['webhooks may go to http and private addresses: for development only'] : []),
    `reference ${publicUrl}/docs`,
  ].map((line) => ({ line })),
];

const invitation = ({ setupLink: link, isHeld }: Greeting): OutputLine[] => {
  const what = 'within 30 minutes to create the owner and the workspace, or to start from a backup';
  if (link === undefined) return [];
  if (isHeld) {
    const why = 'a backup was restored, and nobody gets in before somebody has gone through the list';
    const open = 'within 30 minutes, or run docket access list';
    return [{ line: `${why}: open this link ${open}\n  ${link}`, logged: `${why}: open ${link} ${open}` }];
  }
  return [{ line: `first run: open this link ${what}\n  ${link}`, logged: `first run: open ${link} ${what}` }];
};
