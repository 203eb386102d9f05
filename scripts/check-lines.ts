import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RULES = [
  {
    // A comment that leaves its subject to the line below says nothing in a hover.
    pattern: /^\s*(?:\/\*\*|\/\/|\*)\s+Of\b/,
    problem: '[comment] begins with "Of"; name first what it is about, so that it stands alone',
  },
  {
    pattern: /^(?!\s*(?:\/\/|\*))[^'"`]*\.\.\.\(?\{\s*[^\s}]/,
    problem: '[spread] takes a literal apart that was just put together; write its members where they belong',
  },
];

/**
 * Holds lines to what readers need: no comment begins with "Of", and no literal is spread into another.
 *
 * @returns `file:line [rule] what is wrong; what to do instead`, one a problem
 */
export function checkLines(root: string, folders: readonly string[] = ['src', 'scripts', 'test']): string[] {
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
        RULES.filter(({ pattern }) => pattern.test(line)).map(({ problem }) => `${file}:${index + 1} ${problem}`),
      ),
  );
}
