import { signal } from '@preact/signals';

/** Whose pages these are, by id; undefined while nobody is signed in. */
export const reader = signal<string | undefined>(undefined);
