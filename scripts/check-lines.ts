import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { longSentences } from './sentences.ts';
import { lineAt, readSources, type Source } from './source.ts';

const NEW_PART = /\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)|\n(?=@)/;
const COMMENT_END = /(?<=[.!?:;])["”»)*]*\s+/;

interface Note {
  readonly line: number;
  /** The last line of consecutive line comments; undefined for a block comment. */
  until: number | undefined;
  text: string;
}

function notesOf({ text, comments }: Pick<Source, 'text' | 'comments'>): Note[] {
  const notes: Note[] = [];
  for (const { type, value, start } of comments) {
    const line = lineAt(text, start);
    const own = value.replaceAll(/^[ \t]*\*?[ \t]?/gm, '');
    const last = notes.at(-1);
    if (type === 'Block') {
      if (value.startsWith('*')) notes.push({ line, until: undefined, text: own });
    } else if (text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '') {
      if (last?.until === line - 1) Object.assign(last, { until: line, text: `${last.text}\n${own}` });
      else notes.push({ line, until: line, text: own });
    }
  }
  return notes;
}

export function checkComments(source: Pick<Source, 'text' | 'comments'>): string[] {
  return notesOf(source).flatMap(({ line, text }) => {
    const lines = text.split('\n');
    // A comment that begins with "Of" has no subject, so it is useless in a hover.
    const ofs = lines.flatMap((one, at) => (/^\s*Of\b/.test(one) ? [`${line + at} ${OF}`] : []));
    const prose = text.replaceAll(/`[^`]*`|\{@link [^}]*\}/g, 'code');
    const long = prose.split(NEW_PART).flatMap((part) => longSentences(part.replaceAll(/\s+/g, ' '), COMMENT_END));
    return [...ofs, ...long.map((problem) => `${line} ${problem}`)];
  });
}

const OF = '[comment] begins with "Of"; name first what it is about, so that it can be read alone';
const SPREAD = '[spread] takes a literal apart that was just put together; write its members where they belong';

/** @returns `file:line [rule] what is wrong; what to do instead`, one for each problem */
export function checkLines(root: string, folders: readonly string[] = ['src', 'scripts', 'test']): string[] {
  const sources = readSources(
    root,
    folders.filter((folder) => existsSync(join(root, folder))),
  );
  return sources.flatMap((source) => {
    const spreads = source.spreadLiterals.map(({ start }) => `${lineAt(source.text, start)} ${SPREAD}`);
    return [...checkComments(source), ...spreads].map((problem) => `${source.path}:${problem}`);
  });
}
