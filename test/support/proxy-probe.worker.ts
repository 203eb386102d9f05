import { createOutbound, systemClock } from '../../src/base/index.ts';

/** Posts as the scheduler's thread would, and reports the outcome. */
declare const self: { onmessage: ((event: MessageEvent<string>) => void) | null; postMessage(message: unknown): void };

self.onmessage = async ({ data }) => {
  const outbound = createOutbound({ clock: systemClock, allowPrivate: true, timeoutMs: 15_000 });
  self.postMessage(await outbound.post({ workspaceSeq: 1, url: data, headers: {}, body: '{}' }));
};
