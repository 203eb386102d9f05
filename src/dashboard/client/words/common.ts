import type { ReadonlySignal } from '@preact/signals';
import type { CommonWords } from './en/common.ts';
import { words as all } from './words.ts';

/** The words of pieces that know no page. */
export const words: ReadonlySignal<CommonWords> = all;
