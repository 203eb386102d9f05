import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorText, nearestWords, UsageError } from '../base/index.ts';
import { findSetting, SERVE_SETTINGS } from './serve-settings.ts';

export interface SettingsFile {
  readonly path: string;
  readonly values: ReadonlyMap<string, string>;
}

export const FILE_NAME = 'docket.toml';
/** The largest settings file, far above what all settings need. A larger file is something else. */
const MOST_BYTES = 65_536;

/**
 * Reads the whole file and checks the name of each line. Each value is checked later, where it is used.
 * @param named the path from --config; without one the file may be missing
 * @returns undefined if there is no file
 * @throws UsageError that names the file and the line
 */
export function readSettingsFile(dataDir: string, named: string | undefined): SettingsFile | undefined {
  const path = named ?? join(dataDir, FILE_NAME);
  const text = readText(path, named !== undefined);
  if (text === undefined) return undefined;
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(parse(path, text))) values.set(name, checkedText(path, text, name, value));
  return { path, values };
}

function readText(path: string, mustBeThere: boolean): string | undefined {
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > MOST_BYTES) throw new UsageError(`${path} is no settings file`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if ((code === 'ENOENT' || code === 'ENOTDIR') && !mustBeThere) return undefined;
    throw new UsageError(`${mustBeThere ? `--config: ` : ''}${path} cannot be read (${code})`);
  }
}

function parse(path: string, text: string): object {
  try {
    return Bun.TOML.parse(text);
  } catch (error) {
    const reason = errorText(error).replace(/^TOML Parse error: /, '');
    throw new UsageError(`${path} line ${faultyLine(text)}: ${reason}`);
  }
}

/** The longest list, in lines, that `faultyLine` can skip. If a list is longer, the reported line may be wrong. */
const LIST_LINES = 100;

/**
 * Finds the faulty line, because the parser does not report it (Bun 1.4.5). It is the line after the longest readable
 * beginning.
 */
function faultyLine(text: string): number {
  const lines = text.split('\n');
  // A binary search: parsing a file of 32,000 lines once for each line took 20 seconds.
  let [read, broken] = [0, lines.length];
  while (broken - read > 1) {
    const middle = (read + broken) >> 1;
    if (isRead(lines.slice(0, middle).join('\n'))) read = middle;
    else broken = middle;
  }
  // The text up to `read` may end inside a list of several lines. Only a longer text can then be parsed.
  const longest = Array.from({ length: LIST_LINES }, (_, more) => read + LIST_LINES - more);
  return (longest.find((count) => count < lines.length && isRead(lines.slice(0, count).join('\n'))) ?? read) + 1;
}

function isRead(text: string): boolean {
  try {
    Bun.TOML.parse(text);
    return true;
  } catch {
    return false;
  }
}

function lineOf(text: string, name: string): number {
  const plain = name.replaceAll(/[^\w-]/g, '.');
  const at = text
    .split('\n')
    .findIndex((line) => new RegExp(`^\\s*(?:\\[\\s*)?["']?${plain}["']?\\s*(?:[=.\\]]|$)`).test(line));
  return at + 1;
}

const SWITCHED: Readonly<Record<string, string>> = { true: 'on', false: 'off' };

function checkedText(path: string, text: string, name: string, value: unknown): string {
  const where = `${path} line ${lineOf(text, name)}`;
  const setting = findSetting(name);
  if (setting === undefined) throw new UsageError(`${where}: ${unknown(name)}`);
  const said = textOf(value);
  if (said === undefined || said === '') {
    throw new UsageError(
      `${where}: ${name} must be a text, a number${setting.value === undefined ? ', true or false' : ''}`,
    );
  }
  return SWITCHED[said] ?? said;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return undefined;
  const parts = value.map(textOf);
  return parts.every((part) => part !== undefined) ? parts.join(',') : undefined;
}

function unknown(name: string): string {
  if (name === 'data' || name === 'config') return `${name} says where this file lies, and stays a flag or a variable`;
  const [nearest] = nearestWords(
    name.replaceAll('_', '-').toLowerCase(),
    SERVE_SETTINGS.map((one) => one.name),
  );
  return `there is no setting ${JSON.stringify(name)}${nearest === undefined ? '; docket settings shows all' : `; did you mean ${nearest}?`}`;
}
