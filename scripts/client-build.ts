import { join, resolve } from 'node:path';
import { WIDTHS } from '../src/dashboard/client/ui/look/widths.ts';

/** Builds the code for the browser by itself: its identifiers are renamed, which the server's cannot bear. */

const ROOT = resolve(import.meta.dir, '..');
export const CLIENT = 'src/dashboard/client';

/** Shared with the server's build: else the libraries are bundled in their development mode. */
export const PRODUCTION = { 'process.env.NODE_ENV': '"production"' } as const;

/** Puts the widths where the sheets name them. */
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

/** The styles that a script brings with it: a sheet with all that it imports, as the text that the script gets. */
async function laterStyle(): Promise<Bun.BunPlugin> {
  const { outputs } = await Bun.build({
    entrypoints: [join(ROOT, CLIENT, 'shell/later.css')],
    minify: true,
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

export const buildClient = async () =>
  Bun.build({
    entrypoints: [join(ROOT, CLIENT, 'shell/index.html')],
    root: ROOT,
    target: 'browser',
    // The code behind signing in is fetched only by people who are signed in.
    splitting: true,
    metafile: true,
    publicPath: '/',
    // Its list of all files is longer than what it would save: pages are a handful of files.
    modulePreload: false,
    minify: true,
    define: PRODUCTION,
    // Files with an address of their own: a font within a style sheet would be loaded again with each change of the
    // sheet.
    external: ['/app/*'],
    plugins: [await laterStyle(), namedWidths],
  });

interface File {
  /** As it lies in the executable: the page as text, the others packed. No server has to pack them at each start. */
  readonly contents: string | Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const MANIFEST = 'client-manifest';
const FILE = 'client-file';
/** Not `.html`: a file of that name would be bundled as a page once more. */
const PAGE = 'index.page';

/** The import of the pages' HTML becomes a list of the files that were built, each inside the executable (pages/assets.ts). */
export async function clientPlugin(): Promise<Bun.BunPlugin> {
  const { outputs } = await buildClient();
  const files = new Map<string, File>();
  for (const output of outputs) {
    const name = output.path.slice(output.path.lastIndexOf('/') + 1);
    const isPage = name.endsWith('.html');
    const text = await output.text();
    // The bundler would look for what has an address of its own, and finds no file there.
    files.set(isPage ? PAGE : name, {
      contents: isPage ? text.replaceAll('data-href=', 'href=') : Bun.gzipSync(text, { level: 9 }),
      type: output.type,
    });
  }
  return {
    name: 'client',
    setup(build) {
      build.onResolve({ filter: /client\/shell\/index\.html$/ }, () => ({ path: 'pages', namespace: MANIFEST }));
      build.onLoad({ filter: /.*/, namespace: MANIFEST }, () => ({ loader: 'js', contents: manifestOf(files) }));
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

function manifestOf(files: ReadonlyMap<string, File>): string {
  const names = [...files.keys()];
  const imports = names.map((name, at) => `import file${at} from '${FILE}:${name}' with { type: 'file' };`);
  const entry = (name: string, at: number): string =>
    name === PAGE ? '' : `{ path: file${at}, address: '/${name}', type: ${JSON.stringify(files.get(name)?.type)} },`;
  return `${imports.join('\n')}
export default { index: file${names.indexOf(PAGE)}, files: [${names.map(entry).join('')}] };
`;
}
