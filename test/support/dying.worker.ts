/** A thread that gives a sign of life, and dies at its first message. */
declare const self: { onmessage: (() => void) | null; postMessage(message: unknown): void };

self.onmessage = () => {
  self.postMessage({ kind: 'alive' });
  setTimeout(() => {
    throw new Error('the thread of the test dies');
  });
};
self.postMessage({ kind: 'listening' });

export {};
