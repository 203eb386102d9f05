import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file with these bytes until its disposal. */
export function tempFile(bytes: Uint8Array): { readonly path: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'docket-test-file-'));
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
