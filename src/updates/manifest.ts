import { parseForeign } from '../base/index.ts';

export interface Manifest {
  readonly version: string;
  readonly commit: string;
  readonly schemaVersion: number;
  readonly files: readonly ReleaseFile[];
}

interface ReleaseFile {
  readonly name: string;
  /** The platform, such as `linux-x64` or `windows-x64`. */
  readonly target: string;
  readonly sha256: string;
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** A version: three numbers, and the pre-release after a dash (semver.org 2.0.0, without build metadata). */
const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-([0-9A-Za-z.-]{1,100}))?$/;

export function parseManifest(text: string): Manifest | undefined {
  const value = parseForeign(text);
  if (!isMembers(value) || value['product'] !== 'docket') return undefined;
  const { version, commit, schemaVersion, files } = value;
  if (typeof version !== 'string' || !VERSION.test(version)) return undefined;
  // Commands print the commit, so it may contain no control character.
  if (typeof commit !== 'string' || !/^[\w.-]{1,100}$/.test(commit)) return undefined;
  if (typeof schemaVersion !== 'number' || !Array.isArray(files)) return undefined;
  const read = files.map(parseFile);
  const whole = read.filter((file) => file !== undefined);
  return whole.length === read.length ? { version, commit, schemaVersion, files: whole } : undefined;
}

function parseFile(value: unknown): ReleaseFile | undefined {
  if (!isMembers(value)) return undefined;
  const { name, target, sha256 } = value;
  const known = typeof name === 'string' && typeof target === 'string' && typeof sha256 === 'string';
  // The name is printed and typed, so it may contain no slash or control character.
  return known && /^[\w.-]{1,100}$/.test(name) && /^[0-9a-f]{64}$/.test(sha256) ? { name, target, sha256 } : undefined;
}

/** Returns a negative number if `a` is older. A pre-release is older than its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [VERSION.exec(a), VERSION.exec(b)];
  if (left === null || right === null) throw new Error(`${left === null ? a : b} is no version such as 1.2.3`);
  for (const part of [1, 2, 3]) {
    const difference = Number(left[part]) - Number(right[part]);
    if (difference !== 0) return difference;
  }
  const [before, after] = [left[4], right[4]];
  if (before === after) return 0;
  if (before === undefined) return 1;
  return after === undefined ? -1 : before.localeCompare(after, 'en', { numeric: true });
}
