/** Loaded into the executable before its own code: standard input is read, as on Windows, by nothing that keeps a process alive. */
const LATE_MS = 200;

Object.defineProperty(Bun, 'stdin', {
  value: { text: () => new Promise((resolve) => setTimeout(resolve, LATE_MS, 'from the pipe\n').unref()) },
});
