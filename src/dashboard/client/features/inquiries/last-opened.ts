/** The inquiry that was looked at last: anyone who comes back to the board finds the focus on its card. */
export const lastOpened: { id: string | undefined } = { id: undefined };
