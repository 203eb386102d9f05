import { signal } from '@preact/signals';

/** False while the server cannot be reached for want of a network: then nothing is written (offline.ts). See live.ts. */
export const isOnline = signal(true);
