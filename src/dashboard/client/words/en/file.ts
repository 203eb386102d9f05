export const FILE_EN = { choose: 'Choose a file', drop: 'or drop it here' };

export type FileWords = typeof FILE_EN;
