/**
 * Builds the browser's code and shortens its identifiers. The server's code has a separate build, because shortening
 * would break that code.
 */

import { join, resolve } from 'node:path';
import { WIDTHS } from '../src/dashboard/client/ui/look/widths.ts';
import { type Built, joinChunks } from './join-chunks.ts';

const ROOT = resolve(import.meta.dir, '..');
export const CLIENT = 'src/dashboard/client';

/** The server's build uses these definitions too. Without them the libraries are bundled in development mode. */
export const PRODUCTION = { 'process.env.NODE_ENV': '"production"' } as const;

/** Replaces the named widths in media queries with their values (ui/look/widths.ts). */
const namedWidths: Bun.BunPlugin = {
  name: 'named widths',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const sheet = await Bun.file(path).text();
      const contents = sheet.replace(/(?<=@media[^{]*)\(--[\w-]+\)/g, (name) => {
        if (name in WIDTHS) return WIDTHS[name as keyof typeof WIDTHS];
        throw new Error(`${path} asks for the width ${name}, which ui/look/widths.ts does not know`);
      });
      return { loader: 'css', contents };
    });
  },
};

/**
 * The bundler keeps these addresses, so it does not inline fonts into style sheets. Browsers would load an inlined font
 * again after each change of the sheet.
 */
const OWN_ADDRESS = ['/app/*'];

/** Bundles shell/later.css and all of its imports into one text, which a script imports. */
async function laterStyle(): Promise<Bun.BunPlugin> {
  const { outputs } = await Bun.build({
    entrypoints: [join(ROOT, CLIENT, 'shell/later.css')],
    minify: true,
    external: OWN_ADDRESS,
    plugins: [namedWidths],
  });
  const contents = (await outputs[0]?.text()) ?? '';
  return {
    name: 'later style',
    setup(build) {
      build.onLoad({ filter: /shell[\\/]later\.css$/ }, () => ({ loader: 'text', contents }));
    },
  };
}

export const FIRST = {
  entry: `${CLIENT}/shell/index.html`,
  desk: `${CLIENT}/shell/desk.ts`,
  words: { en: `${CLIENT}/words/en/first.ts`, ru: `${CLIENT}/words/ru/first.ts` },
  pages: {
    '/app': `${CLIENT}/features/overview/start/start-page.tsx`,
    '/app/orders': `${CLIENT}/features/orders/orders-page.tsx`,
  },
} as const;

/** @throws Error if no script was built from `source` */
export function scriptOf(built: readonly Built[], source: string): string {
  const found = built.find((one) => one.source === source && one.name.endsWith('.js'));
  if (found === undefined) throw new Error(`no script begins with ${source}: has it moved?`);
  return found.name;
}

export async function buildClient(): Promise<readonly Built[]> {
  const built = await bundleClient();
  const [entry, desk] = [FIRST.entry, FIRST.desk].map((source) => scriptOf(built, source));
  const beside = [...Object.values(FIRST.words), ...Object.values(FIRST.pages)].map((source) =>
    scriptOf(built, source),
  );
  return joinChunks(built, { entry: entry ?? '', desk: desk ?? '', beside });
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

async function bundleClient(): Promise<Built[]> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(ROOT, CLIENT, 'shell/index.html')],
    root: ROOT,
    target: 'browser',
    // Splitting keeps the code for signed-in people out of the first script. That code is loaded after signing in.
    splitting: true,
    metafile: true,
    publicPath: '/',
    // A page loads a handful of files, so the bundler's list of all files costs more than it saves.
    modulePreload: false,
    minify: true,
    define: PRODUCTION,
    external: OWN_ADDRESS,
    plugins: [await laterStyle(), namedWidths],
  });
  return Promise.all(
    outputs.map(async (output) => {
      const { entryPoint, imports = [] } = metafile?.outputs[output.path] ?? {};
      const needed = imports.filter(({ kind }) => kind === 'import-statement');
      return {
        name: nameOf(output.path),
        type: output.type,
        bytes: new Uint8Array(await output.arrayBuffer()),
        source: entryPoint,
        needs: needed.map(({ path }) => nameOf(path)),
      };
    }),
  );
}

interface File {
  /**
   * The content in the executable: text for the page, gzip for all other files. So a server need not compress them at
   * its start.
   */
  readonly contents: string | Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const MANIFEST = 'client-manifest';
const FILE = 'client-file';
/**
 * The page's name in the bundle. It does not end in `.html`, because the bundler would then process it as a page again.
 */
const PAGE = 'index.page';

/** Replaces the import of the pages' HTML with a list of the built files in the executable (pages/assets.ts). */
export async function clientPlugin(): Promise<Bun.BunPlugin> {
  const built = await buildClient();
  const files = new Map<string, File>();
  for (const { name, type, bytes } of built) {
    const isPage = name.endsWith('.html');
    // The source has `data-href`, because the bundler would look for the files in `href` and not find them.
    const page = () => new TextDecoder().decode(bytes).replaceAll('data-href=', 'href=');
    files.set(isPage ? PAGE : name, { contents: isPage ? page() : Bun.gzipSync(bytes, { level: 9 }), type });
  }
  const first = firstOf(built);
  return {
    name: 'client',
    setup(build) {
      build.onResolve({ filter: /client\/shell\/index\.html$/ }, () => ({ path: 'pages', namespace: MANIFEST }));
      build.onLoad({ filter: /.*/, namespace: MANIFEST }, () => ({ loader: 'js', contents: manifestOf(files, first) }));
      build.onResolve({ filter: new RegExp(`^${FILE}:`) }, ({ path }) => ({
        path: path.slice(FILE.length + 1),
        namespace: FILE,
      }));
      build.onLoad({ filter: /.*/, namespace: FILE }, ({ path }) => ({
        loader: 'file',
        contents: files.get(path)?.contents ?? '',
      }));
    },
  };
}

function firstOf(built: readonly Built[]) {
  const addressOf = (source: string): string => `/${scriptOf(built, source)}`;
  const each = (sources: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(sources).map(([key, source]) => [key, addressOf(source)]));
  return { desk: addressOf(FIRST.desk), words: each(FIRST.words), pages: each(FIRST.pages) };
}

function manifestOf(files: ReadonlyMap<string, File>, first: object): string {
  const names = [...files.keys()];
  const imports = names.map((name, at) => `import file${at} from '${FILE}:${name}' with { type: 'file' };`);
  const entry = (name: string, at: number): string =>
    name === PAGE ? '' : `{ path: file${at}, address: '/${name}', type: ${JSON.stringify(files.get(name)?.type)} },`;
  return `${imports.join('\n')}
export default { index: file${names.indexOf(PAGE)}, first: ${JSON.stringify(first)}, files: [${names.map(entry).join('')}] };
`;
}
