import { signal } from '@preact/signals';

/**
 * False while the network is down and the server cannot be reached. Then nothing can be changed (live.ts, offline.ts).
 */
export const isOnline = signal(true);
