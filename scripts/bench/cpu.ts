import { readFileSync } from 'node:fs';

/**
 * Processor time of a process with all its threads, milliseconds. It stays reliable while other processes use the
 * machine.
 */
interface CpuTime {
  readonly userMs: number;
  readonly systemMs: number;
}

/** Linux reports it in hundredths of a second, on every machine. */
const TICK_MS = 10;

export function cpuOf(pid: number): CpuTime {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return { userMs: Number(fields[11]) * TICK_MS, systemMs: Number(fields[12]) * TICK_MS };
}

export const cpuSince = (before: CpuTime, pid: number): CpuTime => {
  const now = cpuOf(pid);
  return { userMs: now.userMs - before.userMs, systemMs: now.systemMs - before.systemMs };
};
