import page from '../client/shell/index.html';
import inter from './fonts/inter-4.1.woff2' with { type: 'file' };

/** A file of the pages inside the executable. */
export interface Asset {
  /** Where a browser asks for it, from the root. */
  readonly address: string;
  readonly type: string;
  readonly read: () => Promise<string | Uint8Array<ArrayBuffer>>;
}

export interface Assets {
  readonly html: () => Promise<string>;
  /** Scripts, styles and the font; their names change with what is in them. */
  readonly files: readonly Asset[];
}

/** Latin and Cyrillic, of every weight between 400 and 700. */
const FONT: Asset = {
  address: '/app/fonts/inter-4.1.woff2',
  type: 'font/woff2',
  read: () => Bun.file(inter).bytes(),
};

/** What the build makes of the import above (scripts/client-build.ts). */
interface Manifest {
  readonly index: string;
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
    files: [
      FONT,
      ...manifest.files.map(({ path, address, type }) => ({ address, type, read: () => Bun.file(path).text() })),
    ],
  };
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'index' in value && 'files' in value;
