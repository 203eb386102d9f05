/** The last inquiry that the reader opened. The board focuses its card when the reader returns. */
export const lastOpened: { id: string | undefined } = { id: undefined };
