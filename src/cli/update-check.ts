import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { COMMIT, errorText, getText, RELEASE_KEY, saidText, TARGET, UsageError, VERSION } from '../base/index.ts';
import { compareVersions, type Manifest, parseManifest, verifyFile } from '../updates/index.ts';
import type { Run } from './command.ts';

const ASK_MS = 20_000;
const MAX_BYTES = 1_048_576;
/** The exit status if a newer version is available. Status 1 means a failure, and status 2 a wrong argument. */
const NEWER = 3;

/** Prints the running and the offered version. It calls no address unless an address was given. */
export async function checkForUpdate(run: Run): Promise<number> {
  const source = run.flags.text('from') ?? run.flags.text('update-url');
  if (source === undefined) {
    throw new UsageError(
      '--check needs --from FILE|URL, or --update-url URL (or set DOCKET_UPDATE_URL): the release.json to read',
    );
  }
  const manifest = await readManifest(run, source);
  const newer = compareVersions(manifest.version, VERSION) > 0;
  const file = manifest.files.find(({ target }) => target === TARGET);
  run.print(
    {
      current: { version: VERSION, commit: COMMIT },
      offered: { version: manifest.version, commit: manifest.commit, schemaVersion: manifest.schemaVersion },
      newer,
      signed: RELEASE_KEY !== '',
      file: file ?? null,
    },
    [
      `running ${VERSION} (commit ${COMMIT}), offered ${manifest.version} (commit ${manifest.commit}): ${newer ? 'newer' : 'nothing newer'}`,
      ...(newer ? [whichFile(file)] : []),
      ...(RELEASE_KEY === ''
        ? ['this executable has no key to check signatures with: the offer is taken at its word']
        : []),
    ],
  );
  return newer ? NEWER : 0;
}

const whichFile = (file: Manifest['files'][number] | undefined): string =>
  file === undefined
    ? `the release has no file for ${TARGET}`
    : `for this machine: ${file.name}, SHA-256 ${file.sha256}; fetch it with its .minisig, then docket update --from ${file.name}`;

/**
 * Reads the manifest. If the executable contains a release key, the manifest must be signed like the files that it
 * lists. @throws UsageError
 */
async function readManifest(run: Run, source: string): Promise<Manifest> {
  const text = await read(run, source);
  if (text === undefined) throw new UsageError(`there is nothing at ${shownSource(source)}`, 1);
  if (RELEASE_KEY !== '') {
    const signature = await read(run, signatureOf(source));
    const bytes = new TextEncoder().encode(text);
    verifyFile('release.json', bytes, { key: RELEASE_KEY, signature, pinned: undefined, sums: undefined });
  }
  const manifest = parseManifest(text);
  if (manifest === undefined) throw new UsageError(`${shownSource(source)} is no release.json of Docket's`, 1);
  return manifest;
}

const isAddress = (source: string): boolean => /^https?:/i.test(source);

/** Leaves out the user, the password and the query of an address, because each may contain a token. */
function shownSource(source: string): string {
  if (!isAddress(source)) return source;
  const url = URL.parse(source);
  return url === null ? 'the address that was given' : `${url.origin}${url.pathname}`;
}

/** Returns the path or address of the signature. An address keeps the query of the manifest's address. */
function signatureOf(source: string): string {
  const url = isAddress(source) ? URL.parse(source) : null;
  if (url === null) return `${source}.minisig`;
  url.pathname += '.minisig';
  return url.href;
}

async function read({ shell }: Run, source: string): Promise<string | undefined> {
  if (!isAddress(source)) {
    const path = resolve(shell.cwd, source);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }
  try {
    const { status, text } = await getText(source, ASK_MS, MAX_BYTES);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`it answered ${status}`);
    return text;
  } catch (error) {
    const { password = '', search = '' } = URL.parse(source) ?? {};
    const reason = saidText(errorText(error), [source, password, search]);
    throw new UsageError(`${shownSource(source)} could not be read: ${reason}`, 1);
  }
}
