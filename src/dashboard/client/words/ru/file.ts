import type { FileWords } from '../en/file.ts';

export const FILE_RU: FileWords = { choose: 'Выбрать файл', drop: 'или перетащите его сюда' };
