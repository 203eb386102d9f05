import type { EN } from '../en/all.ts';
import { SUGGESTIONS_RU } from '../suggestions.ts';
import { ZONE_RU } from '../time-zone.ts';
import { FIRST_RU } from './first.ts';
import { IMPORTS_RU } from './imports.ts';
import { REST_RU } from './rest.ts';
import { STEPS_RU } from './start-steps.ts';

export const RU: typeof EN = {
  ...FIRST_RU,
  ...REST_RU,
  imports: IMPORTS_RU,
  steps: STEPS_RU,
  suggestions: SUGGESTIONS_RU,
  zone: ZONE_RU,
};
