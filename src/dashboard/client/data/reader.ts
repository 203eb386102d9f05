import { signal } from '@preact/signals';

/** The id of the person whose pages these are; undefined while nobody is signed in. */
export const reader = signal<string | undefined>(undefined);
