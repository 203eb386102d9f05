import type { Words } from './words-en.ts';
import { FIRST_RU } from './words-first-ru.ts';
import { REST_RU } from './words-rest-ru.ts';

export const RU: Words = { ...FIRST_RU, ...REST_RU };
