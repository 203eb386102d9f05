import { SUGGESTIONS_EN } from '../suggestions.ts';
import { ZONE_EN } from '../time-zone.ts';
import { FIRST_EN } from './first.ts';
import { IMPORTS_EN } from './imports.ts';
import { REST_EN } from './rest.ts';
import { STEPS_EN } from './start-steps.ts';

/** Every text of the pages. The browser loads them part by part (words.ts, import-words.ts and start-steps.ts). */
export const EN = {
  ...FIRST_EN,
  ...REST_EN,
  imports: IMPORTS_EN,
  steps: STEPS_EN,
  suggestions: SUGGESTIONS_EN,
  zone: ZONE_EN,
};
