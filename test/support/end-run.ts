/**
 * Prepares what every later test of a run needs. If that fails, one line gives the reason, and no other test begins.
 */
export function orEndRun<T>(prepare: () => T): T {
  try {
    return prepare();
  } catch (error) {
    process.stderr.write(`docket: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
