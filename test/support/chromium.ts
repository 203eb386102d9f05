/**
 * Finds the browser for the tests: the machine's own, or one that is downloaded once. The download comes from the
 * package registry, in the version that `test/support/chromium/bun.lock` pins.
 */

import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder } from './cached.ts';
import manifest from './chromium/package.json' with { type: 'json' };

const PACKAGE = join(import.meta.dir, 'chromium');
const VERSION = manifest.dependencies['@sparticuz/chromium'];
const STARTER = 'start';

/** The headless shell comes first: it is the same browser without windows, and a third cheaper to run. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const CURE = 'install Chromium, or set CHROMIUM_PATH to one';

/** Thrown if there is no browser and none could be downloaded; the message is one line with the remedy. */
export class NoBrowserError extends Error {}

/** The package brings the libraries of NSS, which a server may lack, and its own font. */
const STARTS = `#!/bin/sh
here=$(dirname -- "$0")
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

function run(command: readonly string[], cwd: string, variables: Record<string, string> = {}): void {
  const { success, stdout, stderr } = Bun.spawnSync([process.execPath, ...command], {
    cwd,
    env: { ...process.env, ...variables },
    stdin: 'ignore',
  });
  if (success) return;
  const [said = 'no reason given'] = `${stderr}${stdout}`.split('\n').filter((line) => /error/i.test(line));
  throw new NoBrowserError(`Chromium could not be fetched (${said.trim()}): connect to the registry, or ${CURE}`);
}

function fetchInto(draft: string): void {
  process.stderr.write(`docket: fetching Chromium ${VERSION} for the tests (once, 73 MB)\n`);
  cpSync(PACKAGE, draft, { recursive: true });
  run(['install', '--frozen-lockfile', '--ignore-scripts'], draft);
  run(['unpack.mjs'], draft, { TMPDIR: draft });
  rmSync(join(draft, 'node_modules'), { recursive: true });
  writeFileSync(join(draft, 'fonts.conf'), FONTS);
  writeFileSync(join(draft, STARTER), STARTS, { mode: 0o755 });
}

function fetchOnce(): string {
  if (process.platform === 'linux' && process.arch === 'x64')
    return join(cachedFolder(`chromium-${VERSION}`, fetchInto), STARTER);
  throw new NoBrowserError(`the tests of pages need Chromium, and none can be fetched for this system: ${CURE}`);
}

/** The browser's path: `CHROMIUM_PATH`, the PATH, the cache, or a download into the cache. @throws {NoBrowserError} */
export function findChromium(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (Bun.which(named) !== null) return named;
    throw new NoBrowserError(`CHROMIUM_PATH names no program: ${named}`);
  }
  return NAMES.map((name) => Bun.which(name)).find((path) => path !== null) ?? fetchOnce();
}
