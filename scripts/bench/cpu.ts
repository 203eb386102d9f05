import { readFileSync } from 'node:fs';

interface CpuTime {
  readonly userMs: number;
  readonly systemMs: number;
}

/** The unit of the times in /proc/PID/stat: a hundredth of a second on all Linux machines. */
const TICK_MS = 10;

export function cpuOf(pid: number): CpuTime {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return { userMs: Number(fields[11]) * TICK_MS, systemMs: Number(fields[12]) * TICK_MS };
}

/** Returns the processor time that each request took on average since `before`, in microseconds. */
export function cpuSince(before: CpuTime, pid: number, requests: number) {
  const now = cpuOf(pid);
  const micros = (ms: number): number => (ms * 1_000) / requests;
  return { userMicros: micros(now.userMs - before.userMs), systemMicros: micros(now.systemMs - before.systemMs) };
}
