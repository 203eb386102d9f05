/**
 * Writes Debian packages. A package is an `ar` archive of a format version and two tarballs: the control files, and the
 * files to install (deb(5)). Every machine writes the same bytes, because this code uses none of the machine's own
 * tools.
 */

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** A file of the package. The folders on its path are added automatically. */
interface PackedFile {
  /** The path from the root without a leading slash: `usr/bin/docket`. */
  readonly path: string;
  readonly content: Uint8Array | string;
  readonly mode: number;
}

interface PackedLink {
  readonly path: string;
  readonly leadsTo: string;
}

export interface Deb {
  /** The files that dpkg reads: `control`, `conffiles`, `postinst` … */
  readonly control: Readonly<Record<string, string>>;
  readonly files: readonly PackedFile[];
  readonly links: readonly PackedLink[];
  /** The modification time of everything in the package, in seconds since the epoch. */
  readonly seconds: number;
}

const BLOCK = 512;
const bytesOf = (content: Uint8Array | string): Buffer => Buffer.from(content);
const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;

interface Entry {
  readonly path: string;
  readonly kind: 'file' | 'link' | 'folder';
  readonly mode: number;
  readonly content: Buffer;
  readonly leadsTo: string;
}

const KINDS = { file: '0', link: '2', folder: '5' } as const;

/** Returns a POSIX ustar header with root as the entry's owner. @throws Error if a name is too long */
function headerOf({ path, kind, mode, content, leadsTo }: Entry, seconds: number): Buffer {
  const name = kind === 'folder' ? `./${path}/`.replace('.//', './') : `./${path}`;
  if (Buffer.byteLength(name) > 100 || Buffer.byteLength(leadsTo) > 100) throw new Error(`${name} is too long a name`);
  const header = Buffer.alloc(BLOCK);
  const put = (at: number, text: string): void => void header.write(text, at);
  put(0, name);
  put(100, octal(mode, 8));
  put(108, octal(0, 8));
  put(116, octal(0, 8));
  put(124, octal(content.length, 12));
  put(136, octal(seconds, 12));
  put(148, ' '.repeat(8));
  put(156, KINDS[kind]);
  put(157, leadsTo);
  put(257, 'ustar\0' + '00');
  put(265, 'root');
  put(297, 'root');
  put(
    148,
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
  );
  return header;
}

const padded = (content: Buffer): Buffer[] => [content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];

/** Returns all folders of these paths, each before its content. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/')));
  return [...new Set(['', ...folders])].toSorted();
}

function tarOf(entries: readonly Entry[], seconds: number): Buffer {
  const none = { content: Buffer.alloc(0), leadsTo: '' };
  const folders = foldersOf(entries.map(({ path }) => path)).map(
    (path) => ({ path, kind: 'folder', mode: 0o755, ...none }) as const,
  );
  const blocks = [...folders, ...entries].flatMap((entry) => [headerOf(entry, seconds), ...padded(entry.content)]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

/** Returns a member of an `ar` archive (ar(5)), padded to an even length. */
function memberOf(name: string, content: Buffer, seconds: number): Buffer {
  const parts = [name.padEnd(16), `${seconds}`.padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '100644'.padEnd(8)];
  const header = `${parts.join('')}${`${content.length}`.padEnd(10)}\`\n`;
  return Buffer.concat([Buffer.from(header), content, Buffer.from(content.length % 2 === 1 ? '\n' : '')]);
}

/** The checksums that `dpkg --verify` compares with the installed files. */
const sumsOf = (files: readonly PackedFile[]): string =>
  files.map(({ path, content }) => `${createHash('md5').update(content).digest('hex')}  ${path}\n`).join('');

const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm'];

export function debOf({ control, files, links, seconds }: Deb): Buffer {
  const entry = (path: string, content: Uint8Array | string, mode: number): Entry => ({
    path,
    kind: 'file',
    mode,
    content: bytesOf(content),
    leadsTo: '',
  });
  const told = Object.entries({ ...control, md5sums: sumsOf(files) });
  const controls = told.map(([name, text]) => entry(name, text, SCRIPTS.includes(name) ? 0o755 : 0o644));
  const data: Entry[] = [
    ...files.map(({ path, content, mode }) => entry(path, content, mode)),
    ...links.map(({ path, leadsTo }) => ({ ...entry(path, '', 0o777), kind: 'link', leadsTo }) as const),
  ];
  const packed = (entries: readonly Entry[]): Buffer => gzipSync(tarOf(entries, seconds), { level: 6 });
  return Buffer.concat([
    Buffer.from('!<arch>\n'),
    memberOf('debian-binary', Buffer.from('2.0\n'), seconds),
    memberOf('control.tar.gz', packed(controls), seconds),
    memberOf('data.tar.gz', packed(data), seconds),
  ]);
}
