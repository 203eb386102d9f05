import { computed } from '@preact/signals';
import { language } from '../language.ts';
import { SIGN_IN_EN, SIGN_IN_RU, type SignInWords } from './words.ts';

export const guestWords = computed<SignInWords>(() => (language.value === 'ru' ? SIGN_IN_RU : SIGN_IN_EN));
