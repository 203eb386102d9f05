import { once } from '../../base/index.ts';
import { type Packed, packGzip } from '../../web/index.ts';
import page from '../client/shell/index.html';
import type { Keeping } from './file-response.ts';
import inter from './fonts/inter-4.1.woff2' with { type: 'file' };
import loraCyrillic from './fonts/lora-italic-cyrillic-5.3.woff2' with { type: 'file' };
import loraLatin from './fonts/lora-italic-latin-5.3.woff2' with { type: 'file' };
import manifest from './identity/docket.webmanifest' with { type: 'file' };
import icon from './identity/icon.svg' with { type: 'file' };
import icon192 from './identity/icon-192.png' with { type: 'file' };
import icon512 from './identity/icon-512.png' with { type: 'file' };

interface Asset {
  readonly address: string;
  readonly type: string;
  /** `immutable` (the default) suits a file whose name changes with its content. */
  readonly keeping?: Keeping;
  readonly read: () => Promise<Blob | Packed>;
}

export interface FirstScripts {
  readonly desk: string;
  readonly words: Readonly<Record<string, string>>;
  readonly pages: Readonly<Record<string, string>>;
}

export interface Assets {
  readonly html: () => Promise<string>;
  readonly first: FirstScripts;
  readonly files: readonly Asset[];
}

const asIs = (address: string, type: string, path: string, keeping?: Asset['keeping']): Asset => ({
  address,
  type,
  ...(keeping === undefined ? {} : { keeping }),
  read: once(async () => new Blob([await Bun.file(path).bytes()])),
});

/**
 * Files with a fixed address. Inter has Latin and Cyrillic in every weight from 400 to 700. Lora is the font of gift
 * cards.
 */
const OWN: readonly Asset[] = [
  asIs('/app/fonts/inter-4.1.woff2', 'font/woff2', inter),
  asIs('/app/fonts/lora-italic-latin-5.3.woff2', 'font/woff2', loraLatin),
  asIs('/app/fonts/lora-italic-cyrillic-5.3.woff2', 'font/woff2', loraCyrillic),
  asIs('/app/icon.svg', 'image/svg+xml', icon, 'fresh'),
  asIs('/app/icon-192.png', 'image/png', icon192, 'fresh'),
  asIs('/app/icon-512.png', 'image/png', icon512, 'fresh'),
  asIs('/app/docket.webmanifest', 'application/manifest+json', manifest, 'fresh'),
];

/** The object that the build puts in place of the HTML import above (see scripts/client-build.ts). */
interface Manifest {
  readonly index: string;
  readonly first: FirstScripts;
  readonly files: readonly { readonly path: string; readonly address: string; readonly type: string }[];
}

/**
 * Finds the pages that the build stored in the executable. Returns undefined when run from the sources, without a
 * bundle.
 */
export function findAssets(): Assets | undefined {
  // Bun types this HTML import as a route, but in a build it is the manifest.
  const manifest: unknown = page;
  if (!isManifest(manifest)) return undefined;
  return {
    html: () => Bun.file(manifest.index).text(),
    first: manifest.first,
    files: [
      ...OWN,
      ...manifest.files.map(({ path, address, type }) => ({
        address,
        type,
        read: once(async () => packGzip(await Bun.file(path).bytes())),
      })),
    ],
  };
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'index' in value && 'files' in value;
