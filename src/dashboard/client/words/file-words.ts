import { FILE_EN } from './en/file.ts';
import { inBoth } from './language.ts';
import { FILE_RU } from './ru/file.ts';

export const fileWords = inBoth(FILE_EN, FILE_RU);
