/** The words of a field for a file (ui/file-box.tsx). */
export const FILE_EN = { choose: 'Choose a file', drop: 'or drop it here' };

export type FileWords = typeof FILE_EN;
