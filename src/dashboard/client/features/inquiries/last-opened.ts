/** The last inquiry opened: a reader who returns to the board finds the focus on its card. */
export const lastOpened: { id: string | undefined } = { id: undefined };
