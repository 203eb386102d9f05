/** The inquiry that was looked at last: whoever comes back to the board finds the focus on its card. */
export const lastOpened: { id: string | undefined } = { id: undefined };
