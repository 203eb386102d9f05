import { signal } from '@preact/signals';

/**
 * False while the network is down and the server cannot be reached: then nothing can be changed (offline.ts). See
 * live.ts.
 */
export const isOnline = signal(true);
