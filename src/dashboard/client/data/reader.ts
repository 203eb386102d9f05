import { signal } from '@preact/signals';

/** The id of the signed-in person; undefined while there is none. */
export const reader = signal<string | undefined>(undefined);
