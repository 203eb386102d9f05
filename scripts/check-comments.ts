import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A comment that leaves its subject to the line below, and so says nothing in a hover. */
const NO_SUBJECT = /^\s*(?:\/\*\*|\/\/|\*)\s+Of\b/;

/**
 * Holds comments to standing alone: none begins with "Of".
 *
 * @returns `file:line [rule] what is wrong; what to do instead`, one a problem
 */
export function checkComments(root: string, folders: readonly string[] = ['src', 'scripts', 'test']): string[] {
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path))
        .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
    );
  return files.sort().flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        NO_SUBJECT.test(line)
          ? [`${file}:${index + 1} [comment] begins with "Of"; name first what it is about, so that it stands alone`]
          : [],
      ),
  );
}
