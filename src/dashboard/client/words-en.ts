import { FIRST_EN } from './words-first-en.ts';
import { REST_EN } from './words-rest-en.ts';

/** Every text of the pages. The browser fetches the two parts one by one: see state.ts. */
export const EN = { ...FIRST_EN, ...REST_EN };

export type Words = typeof EN;
