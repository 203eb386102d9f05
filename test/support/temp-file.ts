import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A path that exists until its disposal. */
export interface TempDir extends Disposable {
  readonly path: string;
}

export function tempDir(): TempDir {
  const path = mkdtempSync(join(tmpdir(), 'docket-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

export function tempTree(files: Readonly<Record<string, string | Uint8Array>>): TempDir {
  const root = tempDir();
  for (const [name, content] of Object.entries(files)) {
    const path = join(root.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return root;
}

export function tempFile(bytes: Uint8Array): TempDir {
  const tree = tempTree({ file: bytes });
  return { ...tree, path: join(tree.path, 'file') };
}
