import type { Words } from '../en/all.ts';
import { FIRST_RU } from './first.ts';
import { REST_RU } from './rest.ts';

export const RU: Words = { ...FIRST_RU, ...REST_RU };
