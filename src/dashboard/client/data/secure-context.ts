/**
 * Browser features that pages have only over https, or from a server on the same machine. Over plain http, as in a
 * shop's network, each of them is undefined. A page that uses one of them must then offer something else. No other file
 * of the pages may name them (`scripts/lint/https.grit`).
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
