/**
 * Loaded into the executable before its own code. As on Windows, reading standard input does not keep the process
 * alive.
 */
const LATE_MS = 200;

Object.defineProperty(Bun, 'stdin', {
  value: { text: () => new Promise((resolve) => setTimeout(resolve, LATE_MS, 'from the pipe\n').unref()) },
});
