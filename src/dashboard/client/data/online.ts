import { signal } from '@preact/signals';

/**
 * False if the browser reports no network and the server does not answer either. A server on the same machine answers
 * without a network. While false, the user cannot change anything (live.ts, offline.ts).
 */
export const isOnline = signal(true);
