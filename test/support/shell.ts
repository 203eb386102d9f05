/** A shell runs the commands that a page shows. A function replaces curl, which a machine may lack. */

import { expect } from 'bun:test';
import type { Answer } from './docket.ts';
import { runProgram } from './run-program.ts';

/** Runs a script and returns the arguments that curl would get. */
export async function curlWords(script: string, variables: Record<string, string> = {}): Promise<string[]> {
  const command = `curl() { printf '%s\\0' "$@"; }\n${script}`;
  const { stdout, stderr } = await runProgram(['sh', '-c', command], { env: variables });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
}

/** Flags that do not affect the request. */
const SHOWS = new Set(['-i', '-s']);

export async function sendAsCurl(words: readonly string[]): Promise<Answer> {
  const headers: Record<string, string> = {};
  const left = [...words];
  let [url, method, body]: (string | undefined)[] = [];
  while (left.length > 0) {
    const [word = ''] = left.splice(0, 1);
    if (!word.startsWith('-')) url = word;
    else if (!SHOWS.has(word)) {
      const [value = ''] = left.splice(0, 1);
      if (word === '-d') body = value;
      else if (word === '-X') method = value;
      else if (word === '-H') headers[value.slice(0, value.indexOf(':'))] = value.slice(value.indexOf(':') + 2);
      else throw new Error(`the command has the flag ${word}`);
    }
  }
  method ??= body === undefined ? 'GET' : 'POST';
  const response = await fetch(url ?? '', { method, headers, body: body ?? null });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
