import { signal } from '@preact/signals';

/** The id of the signed-in person; undefined if nobody is signed in. */
export const reader = signal<string | undefined>(undefined);
