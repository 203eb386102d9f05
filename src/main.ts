import { createIdSource, silentLog, systemClock, systemRandom, visible } from './base/index.ts';
import { runCommandLine, type Shell } from './cli/index.ts';

const ON_WINDOWS = process.platform === 'win32';
/**
 * Signals by which people and service managers end a process. Windows sends SIGHUP when the console window is closed,
 * and then kills the process.
 */
const ENDING: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGQUIT', ...(ON_WINDOWS ? ['SIGHUP' as const] : [])];
/**
 * Signals that would end the process by default, but have other purposes: a closed terminal, or a request for new log
 * files. SIGPWR is not handled, because the runtime may stop its own threads with it.
 */
const PASSED: readonly NodeJS.Signals[] = ON_WINDOWS
  ? []
  : ['SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGPROF', 'SIGIO'];

/**
 * The time within which a repeated signal counts once. `timeout` and some service managers send a signal to the process
 * and to its group. So the process receives it twice.
 */
const SAME_STOP_MS = 1_000;

/** Resolves at the first signal, which requests an orderly stop. A second signal ends the process at once. */
function stopSignal(passed: (signal: string) => void): Promise<string> {
  for (const signal of PASSED) process.on(signal, passed);
  return new Promise((resolve) => {
    let first: { readonly signal: string; readonly atMs: number } | undefined;
    const stop = (signal: string): void => {
      first ??= { signal, atMs: systemClock.monotonic() };
      resolve(signal);
    };
    for (const signal of ENDING) {
      process.on(signal, () => {
        const isSame = first?.signal === signal && systemClock.monotonic() - first.atMs < SAME_STOP_MS;
        if (first !== undefined && !isSame) process.exit(1);
        stop(signal);
      });
    }
    // Unlike other signals, a repeated SIGXCPU does not end the process at once. The system itself repeats this signal
    // every second after the processor time is used up (RLIMIT_CPU).
    process.on('SIGXCPU', () => stop('SIGXCPU'));
  });
}

/**
 * The time for which a stopping server waits for the reader of its output. A stuck reader must not keep the server
 * alive.
 */
const STOP_MS = 1_000;

interface Output {
  write(text: string): void;
  /**
   * Resolves when the reader has read all output or has gone. The value is the error code of a failed write; undefined
   * if all was read or the reader has disconnected.
   */
  written(): Promise<string | undefined>;
}

/**
 * Wraps an output stream of the process. The server continues even if the stream's reader is gone. Control characters
 * in foreign text, such as a shop's name, do not reach the terminal.
 */
function output(stream: NodeJS.WriteStream): Output {
  let last = Promise.resolve<unknown>(undefined);
  stream.on('error', () => undefined);
  return {
    write(text) {
      // A long text is written in parts, because a pipe accepts only 64 KB at once. The callback runs after the last
      // part is written. If the reader is gone, the callback gets an error.
      last = new Promise((resolve) => {
        try {
          stream.write(visible(text), resolve);
        } catch (error) {
          resolve(error);
        }
      });
    },
    async written() {
      const error = await last;
      const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
      return code === 'EPIPE' ? undefined : code;
    },
  };
}

/** Reads standard input. The timer is for Windows, where such a read does not keep the process alive. */
async function readStdin(): Promise<string> {
  const alive = setInterval(() => undefined, 1_000);
  try {
    return await Bun.stdin.text();
  } finally {
    clearInterval(alive);
  }
}

const [out, err] = [output(process.stdout), output(process.stderr)];
let stopping = false;

const shell: Shell = {
  env: process.env,
  cwd: process.cwd(),
  world: { clock: systemClock, random: systemRandom, newId: createIdSource(systemRandom), log: silentLog },
  columns: process.stdout.columns ?? 80,
  out: out.write,
  err: err.write,
  readStdin,
  async stopSignal(passed) {
    const signal = await stopSignal(passed);
    stopping = true;
    return signal;
  },
};

/** Ends the process after its output has been read. An earlier end would lose unread output. */
async function end(status: number): Promise<void> {
  const written = Promise.all([out.written(), err.written()]);
  if (stopping) {
    await Promise.race([written, Bun.sleep(STOP_MS)]);
    process.exit(status);
  }
  const [trouble] = await written;
  if (trouble === undefined) process.exit(status);
  err.write(`docket: the output could not be written (${trouble})\n`);
  await err.written();
  process.exit(status === 0 ? 1 : status);
}

// This exit status is used if the event loop runs empty before the command ends. In that case the command has not done
// its work.
process.exitCode = 1;
// There is no top-level await, because bytecode is compiled from scripts, not from modules.
runCommandLine(process.argv.slice(2), shell).then(end);
