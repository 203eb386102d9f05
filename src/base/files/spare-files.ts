import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

/** The number of files that a starting thread opens, with a reserve. */
const FILES_OF_A_THREAD = 16;

/**
 * Returns true if enough files can be opened to start a thread. A thread that cannot open a file ends the whole process
 * (Bun 1.4.5). Open connections may have taken all files.
 */
export function hasSpareFiles(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < FILES_OF_A_THREAD) opened.push(openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  } finally {
    for (const file of opened) closeSync(file);
  }
}

/**
 * Returns the number of files that this process may still open, as Linux reports it; 0 where the system does not report
 * it.
 */
export function countSpareFiles(): number {
  try {
    const allowed = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return Number(allowed ?? 0) - readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}
