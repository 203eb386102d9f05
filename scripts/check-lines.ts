import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { longSentences } from './sentences.ts';

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
  {
    pattern: /^\s*\.\.\.\(?\[(?!\.\.\.)[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\](?: as const\))?,$/,
    problem: '[spread] takes a list apart that was just put together; write its members where they belong',
  },
];

/** A doc comment, or lines of comment that follow each other. */
const COMMENT = /\/\*\*(?=\s)[\s\S]*?\*\/|^[ \t]*\/\/ .*(?:\n[ \t]*\/\/.*)*/gm;
const NEW_PART = /\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)|\n(?=@)/;
/** A comment may also end a thought with a semicolon. */
const COMMENT_END = /(?<=[.!?:;])["”»)*]*\s+/;

/** Sentences of comments that are too long for a hover, each with the line on which its comment begins. */
export function checkComments(source: string): string[] {
  return [...source.matchAll(COMMENT)].flatMap(({ 0: comment, index }) => {
    const line = source.slice(0, index).split('\n').length;
    const text = comment.replaceAll(/^\/\*\*|\*\/$|^[ \t]*(?:\*|\/\/)[ \t]?/gm, '');
    const prose = text.replaceAll(/`[^`]*`|\{@link [^}]*\}/g, 'code');
    return prose
      .split(NEW_PART)
      .flatMap((part) => longSentences(part.replaceAll(/\s+/g, ' '), COMMENT_END))
      .map((problem) => `${line} ${problem}`);
  });
}

/**
 * Holds comments and lines to what readers need: short sentences, none that begins with "Of", no literal spread into another.
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
  return files.sort().flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const ofLines = source
      .split('\n')
      .flatMap((line, index) =>
        RULES.filter(({ pattern }) => pattern.test(line)).map(({ problem }) => `${index + 1} ${problem}`),
      );
    return [...ofLines, ...checkComments(source)].map((problem) => `${file}:${problem}`);
  });
}
