import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface TempPath extends Disposable {
  readonly path: string;
}

/** A folder with these files until its disposal. */
export function tempTree(files: Readonly<Record<string, string | Uint8Array>>): TempPath {
  const root = mkdtempSync(join(tmpdir(), 'docket-test-files-'));
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return { path: root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

/** A file with these bytes until its disposal. */
export function tempFile(bytes: Uint8Array): TempPath {
  const tree = tempTree({ file: bytes });
  return { ...tree, path: join(tree.path, 'file') };
}
