import { readFileSync } from 'node:fs';

/**
 * Loaded into the executable before its own code. The executable's wall clock is then the machine's plus the
 * milliseconds in a file. If the file begins with @, the clock stands still at the milliseconds that follow. The
 * monotonic clock is unchanged. Worker threads get the same clocks.
 */
const FILE = process.env['CLOCK_FILE'] ?? '';
const LOOK_MS = 5;

const machineNow = Date.now;
let offsetMs = 0;
let stoppedMs: number | undefined;

function look(): void {
  const text = readFileSync(FILE, 'utf8');
  stoppedMs = text.startsWith('@') ? Number(text.slice(1)) : undefined;
  offsetMs = stoppedMs === undefined ? Number(text) : 0;
}

look();
setInterval(look, LOOK_MS).unref();

const now = (): number => stoppedMs ?? machineNow() + offsetMs;

const MachineDate = Date;
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});

const MachineWorker = Worker;
globalThis.Worker = new Proxy(MachineWorker, {
  construct: (target, [url, options]) => Reflect.construct(target, [url, { ...options, preload: [import.meta.path] }]),
});
