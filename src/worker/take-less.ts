import { getPriority, setPriority } from 'node:os';

const [NICER, NICEST] = [10, 19];

/** Gives the calling thread less of the processor than the event loop has. */
export function takeLess(): void {
  // On Linux the priority is the thread's own; elsewhere it would be that of the whole process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(NICEST, getPriority(0) + NICER));
  } catch {
    // A sandbox may forbid it. Then it has as much as the others.
  }
}
