import { inBoth } from './language.ts';
import { SETUP_EN, SETUP_RU } from './setup.ts';

export const setupWords = inBoth(SETUP_EN, SETUP_RU);
