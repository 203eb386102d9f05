import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logBytesOf } from '../../../src/storage/index.ts';
import { median, quantile } from '../processes.ts';

/** One request's cost: the server's processor time in microseconds, the client's wait in milliseconds. */
export interface Cost {
  readonly cpuUs: number;
  readonly ms: number;
}

const NANOS = 1_000;
const SETTLED_MS = 300;
/**
 * The number of consecutive quiet intervals after which the server counts as settled. One is not enough: a thread that
 * reads a file is also quiet while it waits for the disk or a busy machine.
 */
const SETTLED_TIMES = 10;
/** The processor time that an idle server may still use in all its threads, as a share of one core. */
const IDLE_SHARE = 0.05;
const MEMORY = { resident: 'VmRSS', most: 'VmHWM' } as const;

/** Reads schedstat, because /proc/PID/stat is too coarse: its ticks are 10 ms. */
function cpuUs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + cpuOf(`/proc/${pid}/task/${thread}/schedstat`), 0) / NANOS;
}

function cpuOf(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ')[0]);
  } catch {
    // The thread has ended in the meantime.
    return 0;
  }
}

/** Returns the resident memory of a process in MiB. */
export function memoryOf(pid: number, what: keyof typeof MEMORY): number {
  const line = new RegExp(`${MEMORY[what]}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}

/**
 * Waits until the server is idle. At its start the server checks its database file, which takes minutes if the file is
 * large.
 */
export async function untilIdle(pid: number): Promise<void> {
  for (let settled = 0; settled < SETTLED_TIMES; ) {
    const before = cpuUs(pid);
    await Bun.sleep(SETTLED_MS);
    settled = cpuUs(pid) - before < SETTLED_MS * 1_000 * IDLE_SHARE ? settled + 1 : 0;
  }
}

export async function send(request: Request): Promise<string> {
  const { status, text } = await ask(request);
  if (status !== 200) throw new Error(`${request.url} was answered with ${status}: ${text}`);
  return text;
}

async function ask(request: Request): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(request);
  return { status: response.status, text: await textOf(response) };
}

/** Returns the body. An event stream never ends, so only its first part is read. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream' || response.body === null) return response.text();
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

/** The pause after a refusal. The limit for one person is 50 requests a second on average, and 300 at once. */
const PACE_MS = 1_000;
const TOO_MANY = 429;
/**
 * The number of measured requests that is enough for a result. A refusal before this number only pauses the
 * measurement. A refusal after it ends the measurement.
 */
const ENOUGH = 25;

/** The time above which an operation is slow and is measured only once. For example, exporting all clients is slow. */
export const SLOW_MS = 2_000;

/** Sends requests one after another until both `least` and `forMs` are reached. Stops after the first slow request. */
export async function measure(
  pid: number,
  next: (nth: number) => Request,
  { forMs, least }: { readonly forMs: number; readonly least: number },
): Promise<Cost> {
  const took: number[] = [];
  const began = performance.now();
  let before = cpuUs(pid);
  while (took.length < least || performance.now() - began < forMs) {
    const request = next(took.length);
    const sent = performance.now();
    const { status, text } = await ask(request);
    if (status === TOO_MANY) {
      if (took.length >= ENOUGH) break;
      const spent = cpuUs(pid);
      await Bun.sleep(PACE_MS);
      before += cpuUs(pid) - spent;
      continue;
    }
    if (status !== 200) throw new Error(`${request.url} was answered with ${status}: ${text}`);
    took.push(performance.now() - sent);
    if (performance.now() - sent > SLOW_MS) break;
  }
  return { cpuUs: (cpuUs(pid) - before) / took.length, ms: median(took) };
}

/** A server's response times during other work, in milliseconds. */
export interface Waits {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  readonly asked: number;
}

export async function waitsUntil(over: Promise<unknown>, next: (nth: number) => Request): Promise<Waits> {
  let going = true;
  const end = (): void => {
    going = false;
  };
  over.then(end, end);
  const took: number[] = [];
  while (going) {
    const sent = performance.now();
    await send(next(took.length));
    took.push(performance.now() - sent);
  }
  return { p50: median(took), p99: quantile(took, 0.99), most: quantile(took, 1), asked: took.length };
}

const LOG_LOOK_MS = 200;

/** @returns the largest size of the write-ahead log during the work, in bytes */
export async function mostOfLog(dataDir: string, over: Promise<unknown>): Promise<number> {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, logBytesOf(join(dataDir, 'docket.db')));
  }, LOG_LOOK_MS);
  await over.finally(() => clearInterval(timer));
  return most;
}
