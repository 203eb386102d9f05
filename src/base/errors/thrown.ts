/** Returns the message of anything that was thrown. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the code of a system call or a library, such as `ENOENT`; empty if the error has none. */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
