import type { ReadonlySignal } from '@preact/signals';
import type { CommonWords } from './en/common.ts';
import { words as all } from './words.ts';

export const words: ReadonlySignal<CommonWords> = all;
