import { signal } from '@preact/signals';

/** False if there is no network and the server does not answer. Then nothing can be changed (live.ts, offline.ts). */
export const isOnline = signal(true);
