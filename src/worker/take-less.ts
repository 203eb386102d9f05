import { getPriority, setPriority } from 'node:os';

const [NICER, NICEST] = [10, 19];

/** Lowers the calling thread's priority below that of the event loop. */
export function takeLess(): void {
  // On Linux each thread has its own priority. Elsewhere this would change the whole process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(NICEST, getPriority(0) + NICER));
  } catch {
    // A sandbox may forbid a change of priority. The thread then keeps its old priority.
  }
}
