/**
 * The parts of a browser that a page has over https and on one's own machine alone. In a shop's network, over plain
 * http, each of them is undefined: a page that takes one says what there is in its place.
 * Nothing else in the pages may name them (`scripts/lint/https.grit`).
 */

interface Browser {
  readonly clipboard?: Clipboard;
  readonly serviceWorker?: ServiceWorkerContainer;
  readonly mediaDevices?: MediaDevices;
}

export const { clipboard, serviceWorker, mediaDevices }: Browser = navigator;

interface Computing {
  readonly subtle?: SubtleCrypto;
}

export const { subtle }: Computing = crypto;

export const hasPasskeys: boolean = globalThis.isSecureContext && 'PublicKeyCredential' in globalThis;
