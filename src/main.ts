import { createIdSource, silentLog, systemClock, systemRandom, visible } from './base/index.ts';
import { runCommandLine, type Shell } from './cli/index.ts';

const ON_WINDOWS = process.platform === 'win32';
/**
 * Signals by which people and service managers end a process. Windows sends SIGHUP when its window is closed, and then
 * ends it.
 */
const ENDING: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGQUIT', ...(ON_WINDOWS ? ['SIGHUP' as const] : [])];
/**
 * Signals that would end the process at once, though they are sent for other reasons: a terminal closes, a script asks
 * for new log files. SIGPWR is left alone, because the runtime may stop its own threads with it.
 */
const PASSED: readonly NodeJS.Signals[] = ON_WINDOWS
  ? []
  : ['SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGPROF', 'SIGIO'];

/** `timeout` and some service managers send a signal to the process and to its group, so that it arrives twice. */
const SAME_STOP_MS = 1_000;

/** Resolves at the first signal, which requests an orderly end. A second one ends the process at once. */
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
    // The system sends this signal every second once the processor time is used up (RLIMIT_CPU). Later it kills the
    // process.
    process.on('SIGXCPU', () => stop('SIGXCPU'));
  });
}

/** The wait of a stopping server for a reader of its output; a stuck reader must not keep it alive. */
const STOP_MS = 1_000;

interface Output {
  write(text: string): void;
  /**
   * Resolves once all output has reached its reader or never will. In the second case it resolves with the error,
   * unless the reader has left.
   */
  written(): Promise<string | undefined>;
}

/**
 * Wraps an output stream. Its reader may be gone, and the server must continue without it. Text from others, such as a
 * shop's name or a server's answer, must not control the terminal.
 */
function output(stream: NodeJS.WriteStream): Output {
  let last = Promise.resolve<unknown>(undefined);
  stream.on('error', () => undefined);
  return {
    write(text) {
      // A pipe takes 64 KB at once; the callback comes when the reader has taken all of it, with an error when it is
      // gone.
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

/** Reads standard input. On Windows such a read does not keep the process alive by itself. */
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

/** Ends the process once its output has been read: ending it at once would lose output that nobody has read yet. */
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

// The process ran out of things to wait for before its command ended. So the command did not do its work.
process.exitCode = 1;
// No top-level await: bytecode is made of scripts, not of modules.
runCommandLine(process.argv.slice(2), shell).then(end);
