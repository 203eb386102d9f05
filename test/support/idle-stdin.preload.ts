/**
 * Makes standard input behave as on Windows, where reading it does not keep the process alive. The executable loads
 * this file before its own code.
 */
const LATE_MS = 200;

Object.defineProperty(Bun, 'stdin', {
  value: { text: () => new Promise((resolve) => setTimeout(resolve, LATE_MS, 'from the pipe\n').unref()) },
});
