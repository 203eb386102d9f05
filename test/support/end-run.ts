/** Does what every further test of a run needs. Where that fails, one line says why, and no other test begins. */
export function orEndRun<T>(prepare: () => T): T {
  try {
    return prepare();
  } catch (error) {
    process.stderr.write(`docket: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
