import type { ReadonlySignal } from '@preact/signals';
import type { CommonWords } from './en/common.ts';
import { words as all } from './words.ts';

/** The words of components that any page may use. */
export const words: ReadonlySignal<CommonWords> = all;
