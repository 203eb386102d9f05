export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
