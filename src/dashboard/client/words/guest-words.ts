import { SIGN_IN_EN, SIGN_IN_RU } from './guest.ts';
import { inBoth } from './language.ts';

export const guestWords = inBoth(SIGN_IN_EN, SIGN_IN_RU);
