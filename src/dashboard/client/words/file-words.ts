import { computed } from '@preact/signals';
import { FILE_EN, type FileWords } from './en/file.ts';
import { language } from './language.ts';
import { FILE_RU } from './ru/file.ts';

/** Both languages are in one file: they are short, and no other words load with them. */
export const fileWords = computed<FileWords>(() => (language.value === 'ru' ? FILE_RU : FILE_EN));
