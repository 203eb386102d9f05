import { computed } from '@preact/signals';
import { language } from './language.ts';
import { SETUP_EN, SETUP_RU, type SetupWords } from './setup.ts';

export const setupWords = computed<SetupWords>(() => (language.value === 'ru' ? SETUP_RU : SETUP_EN));
