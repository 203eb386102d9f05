import { createHash } from 'node:crypto';

/** The list of third-party components in a release (CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json/). */
interface Sbom {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: { readonly component: Component; readonly tools: { readonly components: readonly Component[] } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly type: 'application' | 'library' | 'platform';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
}

/** A package in bun.lock. Its place is its path of installation: `elysia`, or `a/b` for a package `b` inside `a`. */
interface LockedPackage {
  readonly place: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly dependencies: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;
/** Peer dependencies that only a compiler reads; no bundle contains them. */
const TYPES_ALONE = ['typescript', 'bun-types'];

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const namesIn = (value: unknown): string[] => (isMembers(value) ? Object.keys(value) : []);

/**
 * @param lock the text of bun.lock
 * @throws Error if the lock's version is not 2
 */
export function readLock(lock: string): { packages: ReadonlyMap<string, LockedPackage>; direct: readonly string[] } {
  const value: unknown = Bun.JSONC.parse(lock);
  if (!isMembers(value) || value['lockfileVersion'] !== 2 || !isMembers(value['packages'])) {
    throw new Error('bun.lock is not of version 2');
  }
  const root = isMembers(value['workspaces']) ? value['workspaces'][''] : undefined;
  const packages = Object.entries(value['packages']).map(
    ([place, entry]) => [place, readPackage(place, entry)] as const,
  );
  return { packages: new Map(packages), direct: isMembers(root) ? namesIn(root['dependencies']) : [] };
}

function readPackage(place: string, entry: unknown): LockedPackage {
  const [id, , info, integrity]: readonly unknown[] = Array.isArray(entry) ? entry : [];
  const at = typeof id === 'string' ? id.lastIndexOf('@') : -1;
  if (typeof id !== 'string' || at < 1 || typeof integrity !== 'string' || !isMembers(info)) {
    throw new Error(`bun.lock: ${place} is no package of a registry`);
  }
  const skipped = new Set([...textsIn(info['optionalPeers']), ...TYPES_ALONE]);
  const peers = namesIn(info['peerDependencies']).filter((peer) => !skipped.has(peer));
  const dependencies = [...namesIn(info['dependencies']), ...peers];
  return { place, name: id.slice(0, at), version: id.slice(at + 1), integrity, dependencies };
}

/** Returns the package names in a place: `a` and `@b/c` for `a/@b/c`. */
export const namesOf = (place: string): string[] => place.match(/(?:@[^/]+\/)?[^/]+/g) ?? [];

/** Resolves a dependency as Node does: first inside the package that needs it, then one level up, and so on. */
function resolveFrom(
  packages: ReadonlyMap<string, LockedPackage>,
  place: string,
  name: string,
): LockedPackage | undefined {
  for (let holder = namesOf(place); holder.length > 0; holder = holder.slice(0, -1)) {
    const found = packages.get(`${holder.join('/')}/${name}`);
    if (found !== undefined) return found;
  }
  return packages.get(name);
}

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** @param licenseOf returns a package's SPDX expression; undefined if its manifest has none */
function componentOf(locked: LockedPackage, licenseOf: (place: string) => string | undefined): Component {
  const license = licenseOf(locked.place);
  const purl = purlOf(locked.name, locked.version);
  return {
    type: 'library',
    'bom-ref': purl,
    name: locked.name,
    version: locked.version,
    purl,
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(locked.integrity.slice('sha512-'.length), 'base64').toString('hex') },
    ],
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  };
}

/**
 * Lists the `dependencies` of package.json, with their own dependencies and required peers. `devDependencies` are left
 * out: a test proves that the executable can be built without them.
 */
export function makeSbom(
  lock: string,
  own: { readonly version: string; readonly bun: string },
  licenseOf: (place: string) => string | undefined,
): Sbom {
  const { packages, direct } = readLock(lock);
  const found = new Map<string, LockedPackage>();
  const edges = new Map<string, readonly string[]>();
  const visit = (place: string, names: readonly string[]): string[] =>
    names.flatMap((name) => {
      const locked = resolveFrom(packages, place, name);
      // A dependency that bun.lock lacks, such as a package for another operating system, is left out.
      if (locked === undefined) return [];
      const ref = purlOf(locked.name, locked.version);
      if (!found.has(locked.place)) {
        found.set(locked.place, locked);
        edges.set(ref, visit(locked.place, locked.dependencies));
      }
      return [ref];
    });
  const bun = purlOf('bun', own.bun);
  const root = `pkg:generic/docket@${own.version}`;
  const top = [bun, ...visit('', direct)];
  const components = new Map(
    [...found.values()].map((locked) => [purlOf(locked.name, locked.version), componentOf(locked, licenseOf)]),
  );
  const runtime: Component = {
    type: 'platform',
    'bom-ref': bun,
    name: 'bun',
    version: own.bun,
    purl: bun,
    licenses: [{ expression: 'MIT' }],
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(`${root}\n${lock}`),
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': root, name: 'docket', version: own.version, purl: root },
      tools: { components: [{ ...runtime, 'bom-ref': `${bun}#tool`, type: 'application' }] },
    },
    components: [runtime, ...[...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1))],
    dependencies: [
      { ref: root, dependsOn: [...new Set(top)].sort() },
      ...[...edges].sort().map(([ref, dependsOn]) => ({ ref, dependsOn: [...new Set(dependsOn)].sort() })),
    ],
  };
}

/** Derives a UUID of version 8 (RFC 9562) from a hash of the text. Equal texts have equal UUIDs. */
function serialOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
