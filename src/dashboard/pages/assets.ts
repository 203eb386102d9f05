import page from '../client/shell/index.html';
import type { Keeping, PackedText } from './file-response.ts';
import inter from './fonts/inter-4.1.woff2' with { type: 'file' };
import loraCyrillic from './fonts/lora-italic-cyrillic-5.3.woff2' with { type: 'file' };
import loraLatin from './fonts/lora-italic-latin-5.3.woff2' with { type: 'file' };
import manifest from './identity/docket.webmanifest' with { type: 'file' };
import icon from './identity/icon.svg' with { type: 'file' };
import icon192 from './identity/icon-192.png' with { type: 'file' };
import icon512 from './identity/icon-512.png' with { type: 'file' };

/** A file of the pages inside the executable. */
interface Asset {
  /** The address from the root. */
  readonly address: string;
  readonly type: string;
  /** `immutable` where its name changes with what is in it, which is the rule. */
  readonly keeping?: Keeping;
  readonly read: () => Promise<Uint8Array<ArrayBuffer> | PackedText>;
}

/** The addresses of the scripts that a page of the desk begins with, beside the entry that every page has. */
export interface FirstScripts {
  readonly desk: string;
  readonly words: Readonly<Record<string, string>>;
  readonly pages: Readonly<Record<string, string>>;
}

export interface Assets {
  readonly html: () => Promise<string>;
  readonly first: FirstScripts;
  /** Scripts, styles and the font; their names change with what is in them. */
  readonly files: readonly Asset[];
}

const asIs = (address: string, type: string, path: string, keeping?: Asset['keeping']): Asset => ({
  address,
  type,
  ...(keeping === undefined ? {} : { keeping }),
  read: () => Bun.file(path).bytes(),
});

/**
 * Files with an address of their own: fonts, icons and names of an app. Inter has Latin and Cyrillic of every weight from
 * 400 to 700. Lora has the letters of gift cards.
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

/**
 * The build's replacement for the import above (scripts/client-build.ts): the page as it is, its files packed by gzip.
 */
interface Manifest {
  readonly index: string;
  readonly first: FirstScripts;
  readonly files: readonly { readonly path: string; readonly address: string; readonly type: string }[];
}

/**
 * The pages as the build left them inside the executable; undefined when run from the sources, where the bundler has not
 * been over them.
 */
export function findAssets(): Assets | undefined {
  // Bun types the import as its own route.
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
        read: async () => ({ gzip: await Bun.file(path).bytes() }),
      })),
    ],
  };
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'index' in value && 'files' in value;
