import { createIdSource, silentLog, systemClock, systemRandom } from './base/index.ts';
import { runCommandLine, type Shell } from './cli/index.ts';

/** The first signal asks for an orderly end; a second one ends the process at once. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1);
        asked = true;
        resolve(signal);
      });
    }
  });
}

/** Whoever read our output may be gone; that must not take the order desk with them. */
function writer(stream: NodeJS.WriteStream): (text: string) => void {
  stream.on('error', () => undefined);
  return (text) => {
    try {
      stream.write(text);
    } catch {
      // As above.
    }
  };
}

const shell: Shell = {
  env: process.env,
  cwd: process.cwd(),
  world: { clock: systemClock, random: systemRandom, newId: createIdSource(systemRandom), log: silentLog },
  out: writer(process.stdout),
  err: writer(process.stderr),
  readStdin: () => Bun.stdin.text(),
  stopSignal,
};

// No top-level await: bytecode is made of scripts, not of modules.
runCommandLine(process.argv.slice(2), shell).then((status) => process.exit(status));
