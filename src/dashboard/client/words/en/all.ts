import { FIRST_EN } from './first.ts';
import { REST_EN } from './rest.ts';

/** Every text of the pages. The browser fetches the two parts one by one: see words.ts. */
export const EN = { ...FIRST_EN, ...REST_EN };

export type Words = typeof EN;
