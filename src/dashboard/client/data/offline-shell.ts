import { serverAnswers } from './live.ts';
import { serviceWorker } from './secure-context.ts';

/** The only script that may become a worker; the pages' security policy restricts such scripts (Trusted Types). */
const WORKER = '/app/worker.js';

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/**
 * Makes the browser keep the pages' files, so that pages open without a connection. Browsers allow this only over
 * https, or from a server on the same machine.
 */
export function keepShell(): void {
  if (serviceWorker === undefined) return;
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  const policy = policies?.createPolicy('docket-worker', { createScriptURL: () => WORKER });
  // A failure is ignored, because pages work without the worker while there is a connection.
  serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER, { scope: '/app' }).catch(() => undefined);
}

const LOOK_AGAIN_MS = 10_000;

export function whenServerAnswers(act: () => void): () => void {
  const look = (): void => {
    void serverAnswers().then((isThere) => isThere && act());
  };
  addEventListener('online', look);
  const looking = setInterval(look, LOOK_AGAIN_MS);
  return () => {
    removeEventListener('online', look);
    clearInterval(looking);
  };
}
