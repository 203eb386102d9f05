import { computed } from '@preact/signals';
import { SIGN_IN_EN, SIGN_IN_RU, type SignInWords } from './guest.ts';
import { language } from './language.ts';

export const guestWords = computed<SignInWords>(() => (language.value === 'ru' ? SIGN_IN_RU : SIGN_IN_EN));
